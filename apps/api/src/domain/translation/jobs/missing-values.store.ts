import type { JobInclude } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { unplanned } from '../../../db/plan.ts';
import { NIL_ID } from '../../../db/uuid.ts';
import type { ProjectRef } from '../../tenant.ts';
import { ofOtherSource } from '../../value/source-version.store.ts';

/*
 * Every look-up here is a lateral subquery with a limit: the planner then takes the primary key for each
 * row, whatever the statistics of tables that an import has just filled make it believe.
 */

/** The part of a key that a string of a job takes over. */
export interface KeyPart {
  id: string;
  name: string;
  description: string;
  max_length: number | null;
  source_version: number;
}

/** A plain key, with the source text to translate if a value of the locale is wanted. */
export interface MissingKey extends KeyPart {
  /** Null if no value is wanted, or there is no source text. */
  text: string | null;
  /** Version of the value that is to be replaced; null if there is none. */
  version: number | null;
}

/** Project whose values are read. */
export interface SourceProject {
  readonly id: ProjectRef;
  readonly source_locale_id: number;
}

/** In which locale values are wanted, and which. */
export interface Wanted {
  readonly localeId: number;
  readonly include: readonly JobInclude[];
}

export const textIn = (localeId: number): RawBuilder<unknown> => sql`
  select v.text from translation_value v
  where v.project_id = k.project_id and v.locale_id = ${localeId}::smallint and v.key_id = k.id
  limit 1`;

const valueIn = (localeId: number): RawBuilder<unknown> => sql`
  select v.version, v.origin, v.source_version from translation_value v
  where v.project_id = k.project_id and v.locale_id = ${localeId}::smallint and v.key_id = k.id
  limit 1`;

/** True for a value `v` that no person wrote and that is older than the source text of its key `k`. */
const isStale = sql<boolean>`(v.origin in ('machine', 'memory') and ${ofOtherSource})`;

const isWanted = ({ include }: Wanted): RawBuilder<boolean> => sql`(
  ${include.includes('missing')}::boolean and v.version is null
  or ${include.includes('outdated')}::boolean and ${isStale})`;

/** Plain active keys: some by their ids, in this order, or the next `limit` of the project after a key. */
export async function listPlainKeys(
  db: Db,
  { id, source_locale_id: sourceLocaleId }: SourceProject,
  wanted: Wanted,
  page:
    | { readonly ids: readonly string[] }
    | { readonly after: string | null; readonly limit: number },
): Promise<MissingKey[]> {
  const isPlain = sql`k.project_id = ${unplanned(id)} and k.archived_at is null and k.plural_family is null`;
  const keys =
    'ids' in page
      ? sql`
        select k.*, u.ord from unnest(${page.ids}::uuid[]) with ordinality u(id, ord)
        cross join lateral (
          select * from translation_key k where ${isPlain} and k.id = u.id limit 1) k`
      : sql`
        select k.*, 0 as ord from translation_key k
        where ${isPlain} and k.id > ${page.after ?? NIL_ID}::uuid
        order by k.id
        limit ${page.limit}`;
  const { rows } = await sql<MissingKey>`
    select k.id, k.name, k.description, k.max_length, k.source_version, v.version,
           case when k.translatable and ${isWanted(wanted)} then s.text end as text
    from (${keys}) k
    left join lateral (${textIn(sourceLocaleId)}) s on true
    left join lateral (${valueIn(wanted.localeId)}) v on true
    order by k.ord, k.id`.execute(db);
  return rows;
}

/** A value of a form in a locale. */
export interface FormValue {
  id: string;
  version: number;
  /** True if no person wrote it and it is older than its source text. */
  stale: boolean;
}

/** The values of these keys in a locale, by key. */
export async function findFormValues(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, FormValue>> {
  const { rows } = await sql<FormValue>`
    select k.id, v.version, ${isStale} as stale
    from unnest(${keyIds}::uuid[]) u(id)
    cross join lateral (
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      limit 1
    ) k
    cross join lateral (${valueIn(localeId)}) v`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
