import type { JobInclude } from '@parlance/contracts';
import type { SaidPlural } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { NIL_ID } from '../../db/uuid.ts';
import { rangesOf } from '../batches.ts';
import type { ContentProject } from '../content/writing.ts';
import type { ProjectRef } from '../tenant.ts';
import { ofOtherSource } from '../value/source-version.store.ts';

/*
 * Every look-up here is a lateral subquery with a limit: the planner then takes the primary key for each
 * row, whatever the statistics of tables that an import has just filled make it believe.
 */

/** A project, and the locale of its source texts. */
type SourceProject = Pick<ContentProject, 'id' | 'source_locale_id'>;

/** A plain key, with the source text to translate where a value of the locale is wanted. */
export interface MissingKey {
  id: string;
  name: string;
  description: string;
  max_length: number | null;
  source_version: number;
  /** Null where no value is wanted, or there is no source text. */
  text: string | null;
  /** Version of the value that is to be replaced; null where there is none. */
  version: number | null;
}

/** In which locale values are wanted, and which. */
export interface Wanted {
  readonly localeId: number;
  readonly include: readonly JobInclude[];
}

const textIn = (localeId: number): RawBuilder<unknown> => sql`
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

const plainColumns = (wanted: Wanted): RawBuilder<unknown> => sql`
  k.id, k.name, k.description, k.max_length, k.source_version, v.version,
  case when k.translatable and ${isWanted(wanted)} then s.text end as text`;

/** Plain active keys after a key, in their order: the next `limit` of the project. */
export async function listPlainKeys(
  db: Db,
  project: SourceProject,
  wanted: Wanted,
  page: { after: string | null; limit: number },
): Promise<MissingKey[]> {
  const { rows } = await sql<MissingKey>`
    select ${plainColumns(wanted)}
    from (
      select * from translation_key k
      where k.project_id = ${unplanned(project.id)} and k.archived_at is null and k.plural_family is null
        and k.id > ${page.after ?? NIL_ID}::uuid
      order by k.id
      limit ${page.limit}
    ) k
    left join lateral (${textIn(project.source_locale_id)}) s on true
    left join lateral (${valueIn(wanted.localeId)}) v on true
    order by k.id`.execute(db);
  return rows;
}

/** Those of these keys that are plain and living, in the order given. */
export async function findPlainKeys(
  db: Db,
  project: SourceProject,
  wanted: Wanted,
  keyIds: readonly string[],
): Promise<MissingKey[]> {
  const { rows } = await sql<MissingKey>`
    select ${plainColumns(wanted)}
    from unnest(${keyIds}::uuid[]) with ordinality u(id, ord)
    cross join lateral (
      select * from translation_key k
      where k.project_id = ${unplanned(project.id)} and k.id = u.id and k.archived_at is null
        and k.plural_family is null
      limit 1
    ) k
    left join lateral (${textIn(project.source_locale_id)}) s on true
    left join lateral (${valueIn(wanted.localeId)}) v on true
    order by u.ord`.execute(db);
  return rows;
}

/** A living member of a plural family. */
export interface FamilyMemberRow {
  id: string;
  name: string;
  description: string;
  max_length: number | null;
  source_version: number;
  plural_family: string;
  plural_style: '_' | '.';
  plural_category: string;
  plural_ordinal: boolean;
  plural_everywhere: boolean;
  plural_said: SaidPlural | null;
  /** Its source text; null where it has none. */
  text: string | null;
}

const MEMBER_COLUMNS: RawBuilder<unknown> = sql`
  k.id, k.name, k.description, k.max_length, k.source_version, k.plural_family, k.plural_style,
  k.plural_category, k.plural_ordinal, k.plural_everywhere, k.plural_said, s.text`;

/** The living members of all families of a project. */
export async function listFamilyMembers(
  db: Db,
  project: SourceProject,
): Promise<FamilyMemberRow[]> {
  const { rows } = await sql<FamilyMemberRow>`
    select ${MEMBER_COLUMNS}
    from translation_key k
    left join lateral (${textIn(project.source_locale_id)}) s on true
    where k.project_id = ${unplanned(project.id)} and k.archived_at is null
      and k.plural_family is not null and k.translatable
    order by k.id`.execute(db);
  return rows;
}

/** Those of these names that are living members of families, in the order of their keys. */
export async function findFamilyMembers(
  db: Db,
  project: SourceProject,
  names: readonly string[],
): Promise<FamilyMemberRow[]> {
  const members: FamilyMemberRow[] = [];
  for (const [from, to] of rangesOf(names.length)) {
    const { rows } = await sql<FamilyMemberRow>`
      select ${MEMBER_COLUMNS}
      from unnest(${names.slice(from, to)}::text[]) u(name)
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(project.id)} and k.name_hash = name_hash(u.name)
          and k.archived_at is null and k.plural_family is not null and k.translatable
        limit 1
      ) k
      left join lateral (${textIn(project.source_locale_id)}) s on true
      order by k.id`.execute(db);
    members.push(...rows);
  }
  return members;
}

/** A family, as the names of its members begin. */
export interface FamilyRef {
  plural_family: string;
  plural_style: '_' | '.';
  plural_ordinal: boolean;
}

/** The families that these keys are members of. */
export async function findFamilies(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<FamilyRef[]> {
  const families = new Map<string, FamilyRef>();
  for (const [from, to] of rangesOf(keyIds.length)) {
    const { rows } = await sql<FamilyRef>`
      select distinct k.plural_family, k.plural_style, k.plural_ordinal
      from unnest(${keyIds.slice(from, to)}::uuid[]) u(id)
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.plural_family is not null
        limit 1
      ) k`.execute(db);
    for (const family of rows) families.set(JSON.stringify(Object.values(family)), family);
  }
  return [...families.values()];
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
