import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { TranslationJobStatus } from '../../../db/schema.generated.ts';
import { type NeededKeys, outdatedCounts, valueCounts } from '../../content/index.ts';
import type { OwnerRef } from '../../kernel/index.ts';

export interface ProjectFigures extends NeededKeys {
  id: string;
  family_members: number;
  untranslatable_keys: number;
  last_import_at: Date | null;
  last_release_at: Date | null;
  last_change_at: Date | null;
  last_job: { id: string; status: TranslationJobStatus; failed: number } | null;
}

/**
 * SQL for columns of the table `key_count` (alias `c`). The table has at most one row for each
 * project.
 */
const neededKeys = sql`
  coalesce(c.plain_keys, 0) as plain_keys, coalesce(c.cardinal_families, 0) as cardinal_families,
  coalesce(c.integer_families, 0) as integer_families,
  coalesce(c.ordinal_families, 0) as ordinal_families, coalesce(c.zero_forms, 0) as zero_forms`;

/**
 * Returns the numbers of keys and plural families by project id. They determine how many values
 * each locale needs.
 */
export async function findNeededKeys(
  db: Db,
  projectIds: readonly string[],
): Promise<Map<string, NeededKeys>> {
  const { rows } = await sql<NeededKeys & { id: string }>`
    select p.id, ${neededKeys}
    from unnest(${[...projectIds]}::uuid[]) p(id)
    left join key_count c on c.project_id = p.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

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
    select p.id, ${neededKeys}, coalesce(c.family_members, 0) as family_members,
           coalesce(c.untranslatable_keys, 0) as untranslatable_keys,
           ${lastOf('import')} as last_import_at, ${lastOf('release')} as last_release_at,
           (select at from change where project_id = p.id order by id desc limit 1)
             as last_change_at,
           (select json_build_object('id', id, 'status', status, 'failed', strings_failed)
            from translation_job
            where organization_id = ${organizationId} and project_id = p.id
            order by id desc limit 1) as last_job
    from unnest(${[...projectIds]}::uuid[]) p(id)
    left join key_count c on c.project_id = p.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LocaleFigures {
  id: number;
  code: string;
  is_source: boolean;
  values_count: number;
  needs_review: number;
  reviewed: number;
  outdated: number;
}

/** Returns the numbers of values in each enabled locale by project id, the oldest locale first. */
export async function findLocaleFigures(
  db: Db,
  projectIds: readonly string[],
): Promise<Map<string, LocaleFigures[]>> {
  const ids = sql`unnest(${[...projectIds]}::uuid[]) p(id)`;
  const { rows } = await sql<LocaleFigures & { project_id: string }>`
    select l.project_id, l.id, l.code, l.id = p.source_locale_id as is_source,
           coalesce(v.values_count, 0) as values_count, coalesce(v.needs_review, 0) as needs_review,
           coalesce(v.reviewed, 0) as reviewed, coalesce(o.outdated, 0) as outdated
    from project p
    join locale l on l.project_id = p.id and l.enabled
    left join (
      select p.id as project_id, c.locale_id, sum(c.values_count)::bigint as values_count,
             (sum(c.values_count) filter (where c.state = 'needs_review'))::bigint as needs_review,
             (sum(c.values_count) filter (where c.state = 'reviewed'))::bigint as reviewed
      from ${ids} cross join lateral ${valueCounts(sql`p.id`)} c group by p.id, c.locale_id
    ) v on v.project_id = p.id and v.locale_id = l.id
    left join (
      select p.id as project_id, c.locale_id, sum(c.values_count)::bigint as outdated
      from ${ids} cross join lateral ${outdatedCounts(sql`p.id`)} c group by p.id, c.locale_id
    ) o on o.project_id = p.id and o.locale_id = l.id
    where p.id = any(${[...projectIds]}::uuid[])
    order by l.project_id, l.id`.execute(db);
  const figures = new Map<string, LocaleFigures[]>();
  for (const { project_id, ...locale } of rows) {
    const locales = figures.get(project_id) ?? [];
    locales.push(locale);
    figures.set(project_id, locales);
  }
  return figures;
}
