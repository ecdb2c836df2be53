import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { fail } from '../../errors.ts';
import { recordValues } from '../change/touched.store.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { countedChecks } from './value-checks.store.ts';
import { clearValueCounts } from './value-delta.store.ts';

/** The current version of a value, with what tells whether it is outdated. */
export interface ValueRow {
  id: string;
  key_id: string;
  key: string;
  locale_id: number;
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  version: number;
  source_version: number;
  /** Source version of the key, as it is now. */
  key_source_version: number;
  change_id: string;
  updated_at: Date;
  /** Findings that nobody dismissed, as bits; null if the value is not checked yet. */
  checks: number | null;
}

export const selectValues = (db: Db, projectId: ProjectRef) =>
  db
    .selectFrom('translation_value as v')
    .innerJoin('translation_key as k', (join) =>
      join.onRef('k.project_id', '=', 'v.project_id').onRef('k.id', '=', 'v.key_id'),
    )
    .where('v.project_id', '=', projectId)
    .select([
      'v.id',
      'v.key_id',
      'k.name as key',
      'v.locale_id',
      'v.text',
      'v.state',
      'v.origin',
      'v.version',
      'v.source_version',
      'k.source_version as key_source_version',
      'v.change_id',
      'v.updated_at',
      countedChecks().as('checks'),
    ]);

/** @throws `not_found` */
export async function getValue(db: Db, projectId: ProjectRef, valueId: string): Promise<ValueRow> {
  const row = await selectValues(db, projectId).where('v.id', '=', valueId).executeTakeFirst();
  return row ?? fail('not_found', 'The value does not exist.');
}

/** The value of a key in a locale, if there is one. */
export async function findValue(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyId: string,
): Promise<ValueRow | null> {
  const row = await selectValues(db, projectId)
    .where('v.locale_id', '=', localeId)
    .where('v.key_id', '=', keyId)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these keys have a value in a locale. */
export async function findKeysWithValue(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<string[]> {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<{ key_id: string }>`
    select v.key_id
    from unnest(${keyIds}::uuid[]) u(id)
    join translation_value v
      on v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
      and v.key_id = u.id`.execute(db);
  return rows.map((row) => row.key_id);
}

/** A version of a value, superseded or current; without a text where the value was missing. */
export interface ValueVersionRow {
  version: number;
  text: string | null;
  state: ValueState | null;
  origin: ValueOrigin | null;
  /** Null: not recorded, or no text. */
  source_version: number | null;
  change_id: string;
  at: Date;
}

/** A value as its history has it: the newest version, of a missing value too. */
export interface ValueHead extends ValueVersionRow {
  locale_id: number;
  key_id: string;
}

/** Finds a value by its id, also if it was made missing. @throws `not_found` */
export async function getValueHead(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
): Promise<ValueHead> {
  const { rows } = await sql<ValueHead>`
    select locale_id, key_id, version, text, state, origin, source_version, change_id,
           updated_at as at
    from translation_value where project_id = ${projectId}::uuid and id = ${valueId}::uuid
    union all
    select locale_id, key_id, version, null, null, null, null, change_id, at
    from cleared_value where project_id = ${projectId}::uuid and id = ${valueId}::uuid`.execute(db);
  return rows[0] ?? fail('not_found', 'The value does not exist.');
}

/**
 * The texts that a key's source had at some source versions, in their order; null where none is known.
 * The versions are of the time since the locale is the source.
 */
export async function findSourceTexts(
  db: Db,
  projectId: ProjectRef,
  source: { localeId: number; keyId: string },
  sourceVersions: readonly (number | null)[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ text: string | null }>`
    with known as (
      select version, source_version, text from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${source.localeId}::smallint
        and key_id = ${source.keyId}::uuid
      union all
      select version, source_version, text from value_history
      where project_id = ${projectId}::uuid and locale_id = ${source.localeId}::smallint
        and key_id = ${source.keyId}::uuid and source_version is not null
    )
    select s.text
    from unnest(${[...sourceVersions]}::int[]) with ordinality u(source_version, ord)
    left join lateral (
      select text from known k
      where k.source_version <= u.source_version
      order by k.source_version desc, k.version desc
      limit 1
    ) s on true
    order by u.ord`.execute(db);
  return rows.map(({ text }) => text);
}

/** Superseded versions, newest first; those below `before` where it is given. */
export async function listSuperseded(
  db: Db,
  projectId: ProjectRef,
  value: { locale_id: number; key_id: string },
  page: { before: number | null; limit: number },
): Promise<ValueVersionRow[]> {
  let query = db
    .selectFrom('value_history')
    .where('project_id', '=', projectId)
    .where('locale_id', '=', value.locale_id)
    .where('key_id', '=', value.key_id)
    .select(['version', 'text', 'state', 'origin', 'source_version', 'change_id', 'at']);
  if (page.before !== null) query = query.where('version', '<', page.before);
  return query.orderBy('version', 'desc').limit(page.limit).execute();
}

/** The author of these changes. */
export async function findActors(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<Map<string, Actor>> {
  if (changeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('change')
    .where('project_id', '=', projectId)
    .where('id', 'in', [...new Set(changeIds)])
    .select(['id', 'actor_type as type', 'actor_id', 'actor_name as name'])
    .execute();
  return new Map(rows.map(({ id, type, actor_id, name }) => [id, { type, id: actor_id, name }]));
}

/** True if a locale has values, or history of values. */
export async function hasValues(db: Db, projectId: ProjectRef, localeId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from translation_value
                   where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint)
        or exists (select from value_history
                   where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint)
      as found`.execute(db);
  return rows[0]!.found;
}

/**
 * Removes a locale's values and their history in a change of its own. Their numbers stay: a version is never given
 * twice, so nobody takes a later text for one that was purged.
 *
 * @returns how many values there were
 */
export async function purgeValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  by: { changeId: string; now: Date },
): Promise<number> {
  await sql`
    with gone as (
      delete from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint
      returning project_id, locale_id, key_id, id, version
    ), written as (
      insert into cleared_value (project_id, locale_id, key_id, id, version, change_id, at)
      select project_id, locale_id, key_id, id, version + 1, ${by.changeId}::uuid,
             ${by.now}::timestamptz
      from gone
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
  for (const table of ['value_history', 'ignored_check_history'] as const) {
    await tx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('locale_id', '=', localeId)
      .execute();
  }
  // Not before: edits that the deletion waited for have appended their differences.
  await clearValueCounts(tx, projectId, localeId);
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(values_count), 0)::int as count from change_values
    where project_id = ${projectId}::uuid and change_id = ${by.changeId}::uuid`.execute(tx);
  return rows[0]!.count;
}

/** Forgets which versions the values of a locale had, for a locale that is removed. */
export async function forgetVersions(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<void> {
  for (const table of ['cleared_value', 'change_values'] as const) {
    await tx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('locale_id', '=', localeId)
      .execute();
  }
}

export type SharedValue = Pick<
  ValueRow,
  'key_id' | 'locale_id' | 'state' | 'origin' | 'source_version'
>;

/** Reads the values of these keys, each locked against changes until the transaction ends. */
export async function shareValues(
  tx: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  keyIds: readonly string[],
): Promise<SharedValue[]> {
  const { rows } = await sql<SharedValue>`
    select v.key_id, v.locale_id, v.state, v.origin, v.source_version
    from unnest(${localeIds}::smallint[]) l(id)
    cross join unnest(${keyIds}::uuid[]) u(id)
    join translation_value v
      on v.project_id = ${unplanned(projectId)} and v.locale_id = l.id and v.key_id = u.id
    order by v.locale_id, v.key_id
    for share of v`.execute(tx);
  return rows;
}
