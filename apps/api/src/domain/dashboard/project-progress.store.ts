import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { OwnerRef } from '../tenant.ts';
import type { NeededKeys } from '../value/needed-values.ts';
import { valueCounts } from '../value/value-delta.store.ts';

export interface ProjectFigures extends NeededKeys {
  id: string;
  family_members: number;
  untranslatable_keys: number;
  last_import_at: Date | null;
  last_release_at: Date | null;
}

/** The figures of some projects of an organization, by id. */
export async function findFigures(
  db: Db,
  organizationId: OwnerRef,
  projectIds: readonly string[],
): Promise<Map<string, ProjectFigures>> {
  const lastOf = (type: 'import' | 'release') => sql`(
    select at from activity
    where organization_id = ${organizationId} and project_id = p.id and type = ${type}
    order by id desc limit 1)`;
  const { rows } = await sql<ProjectFigures>`
    select p.id, coalesce(c.plain_keys, 0) as plain_keys,
           coalesce(c.cardinal_families, 0) as cardinal_families,
           coalesce(c.integer_families, 0) as integer_families,
           coalesce(c.ordinal_families, 0) as ordinal_families,
           coalesce(c.zero_forms, 0) as zero_forms,
           coalesce(c.family_members, 0) as family_members,
           coalesce(c.untranslatable_keys, 0) as untranslatable_keys,
           ${lastOf('import')} as last_import_at, ${lastOf('release')} as last_release_at
    from unnest(${[...projectIds]}::uuid[]) p(id)
    left join key_count c on c.project_id = p.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LocaleFigures {
  code: string;
  values_count: number;
}

/** Number of values of the enabled locales of some projects, in the order of creation, by project. */
export async function findLocaleFigures(
  db: Db,
  projectIds: readonly string[],
): Promise<Map<string, LocaleFigures[]>> {
  const { rows } = await sql<LocaleFigures & { project_id: string }>`
    select l.project_id, l.code, coalesce(sum(v.values_count), 0)::bigint as values_count
    from locale l
    left join lateral ${valueCounts(sql`l.project_id`)} v on v.locale_id = l.id
    where l.project_id = any(${[...projectIds]}::uuid[]) and l.enabled
    group by l.project_id, l.id, l.code
    order by l.project_id, l.id`.execute(db);
  const figures = new Map<string, LocaleFigures[]>();
  for (const { project_id, code, values_count } of rows) {
    const locales = figures.get(project_id) ?? [];
    locales.push({ code, values_count });
    figures.set(project_id, locales);
  }
  return figures;
}
