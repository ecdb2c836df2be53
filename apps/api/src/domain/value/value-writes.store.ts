import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import { recordValues } from '../change/touched.store.ts';
import type { ProjectRef } from '../tenant.ts';

/** One text to write, with the version of the source that it belongs to. */
export interface ValueWrite {
  keyId: string;
  text: string;
  /** Null: as an import has it by default, `translated`. */
  state: ValueState | null;
  sourceVersion: number;
  /** Words that an engine left untranslated. Null or absent if there are none or a person wrote the text. */
  unknownWords?: string | null;
}

/** A value that is there and is not as it is to be. */
export interface DifferingValue {
  /** Index among the writes that were asked about. */
  index: number;
  version: number;
  state: ValueState;
  origin: ValueOrigin;
}

/**
 * Which of `writes` differ from what the locale has, and which it lacks (`version` 0). A file that repeats a reviewed
 * text as translated does not differ: most formats cannot say more.
 */
export async function findDifferences(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  { writes, lowersTo }: { writes: readonly ValueWrite[]; lowersTo: readonly ValueState[] },
): Promise<DifferingValue[]> {
  const { rows } = await sql<DifferingValue>`
    select u.ord::int - 1 as index, coalesce(v.version, 0) as version, v.state, v.origin
    from unnest(${writes.map((write) => write.keyId)}::uuid[],
                ${writes.map((write) => write.text)}::text[],
                ${writes.map((write) => write.state)}::value_state[])
      with ordinality u(key_id, text, state, ord)
    left join lateral (
      -- The limit keeps this one look-up a row with any statistics of the table.
      select * from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
      limit 1) v on true
    where v.text is distinct from u.text
      or v.state <> u.state
        and (v.state <> 'reviewed' or u.state = any(${lowersTo}::value_state[]))`.execute(db);
  return rows;
}

/** Columns that are written beside the texts; `state` is for texts without one. */
interface WrittenBy {
  origin: ValueOrigin;
  state: ValueState;
  changeId: string;
  now: Date;
}

const insertion = (
  projectId: ProjectRef,
  localeId: number,
  writes: readonly ValueWrite[],
  by: WrittenBy,
  cleared: { id: RawBuilder<string>; version: RawBuilder<number> },
) => sql`
    insert into translation_value (project_id, locale_id, key_id, id, version, text, state, origin,
                                   source_version, unknown_words, change_id, updated_at)
    select ${projectId}::uuid, ${localeId}::smallint, u.key_id, ${cleared.id}, ${cleared.version},
           u.text, coalesce(u.state, ${by.state}::value_state), ${by.origin}::value_origin,
           u.source_version, u.unknown_words, ${by.changeId}::uuid, ${by.now}::timestamptz
    from unnest(${writes.map((write) => write.keyId)}::uuid[],
                ${writes.map(() => newId())}::uuid[],
                ${writes.map((write) => write.text)}::text[],
                ${writes.map((write) => write.state)}::value_state[],
                ${writes.map((write) => write.sourceVersion)}::int[],
                ${writes.map((write) => write.unknownWords ?? null)}::text[])
      u(key_id, id, text, state, source_version, unknown_words)`;

/**
 * Adds values that are not there yet; what came meanwhile stays. A value that was cleared keeps its id, and
 * its version numbers go on.
 *
 * @returns the ids of the keys whose value was added.
 */
export async function insertValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly ValueWrite[],
  by: WrittenBy,
): Promise<string[]> {
  const goingOn = {
    id: sql<string>`coalesce(cleared.id, u.id)`,
    version: sql<number>`coalesce(cleared.version, 0) + 1`,
  };
  const { rows } = await sql<{ key_id: string }>`
    with cleared as (
      delete from cleared_value
      where ctid = any(array(
        select c.ctid
        from unnest(${writes.map((write) => write.keyId)}::uuid[]) u(key_id)
        cross join lateral (
          select c.ctid from cleared_value c
          where c.project_id = ${unplanned(projectId)} and c.locale_id = ${localeId}::smallint
            and c.key_id = u.key_id
          limit 1) c))
      returning *
    ), kept as (
      insert into value_history (project_id, locale_id, key_id, version, change_id, at,
                                 restored_version)
      select project_id, locale_id, key_id, version, change_id, at, restored_version from cleared
    ), written as (
      ${insertion(projectId, localeId, writes, by, goingOn)}
      left join cleared on cleared.key_id = u.key_id
      on conflict (project_id, locale_id, key_id) do nothing
      returning key_id, version
    ), recorded as (${recordValues(projectId, by.changeId, localeId)})
    select key_id from written`.execute(tx);
  return rows.map((row) => row.key_id);
}

/** As {@link insertValues}, for keys that this transaction has made: nobody else can have values of them. */
export async function addValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly ValueWrite[],
  by: WrittenBy,
): Promise<string[]> {
  const first = { id: sql<string>`u.id`, version: sql<number>`1` };
  await sql`
    with written as (
      ${insertion(projectId, localeId, writes, by, first)}
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
  return writes.map((write) => write.keyId);
}

export interface LockedValue {
  key_id: string;
  version: number;
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  source_version: number;
  unknown_words: string | null;
  updated_at: Date;
}

/** The columns of a {@link LockedValue} of `v`. */
export const lockedColumns = sql`
  v.key_id, v.version, v.text, v.state, v.origin, v.source_version, v.unknown_words, v.updated_at`;

/** Locks values for a change, always in the order of their keys, and says how they stand. */
export const lockValues = (
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, LockedValue>> =>
  readByKey(tx, projectId, localeId, keyIds, sql`for no key update`);

/** As {@link lockValues}, without locks. */
export const readValues = (
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, LockedValue>> => readByKey(db, projectId, localeId, keyIds, sql``);

async function readByKey(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<Map<string, LockedValue>> {
  const { rows } = await sql<LockedValue>`
    select ${lockedColumns} from translation_value v
    where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
      and v.key_id = any(${keyIds}::uuid[])
    order by v.key_id
    ${lock}`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row]));
}

/** Stores the present versions of values `v` as history: the part of a statement up to its `from`. */
export const supersede = sql`
  insert into value_history (project_id, locale_id, key_id, version, text, state, origin, source_version,
                             unknown_words, restored_version, change_id, at)
  select v.project_id, v.locale_id, v.key_id, v.version, v.text, v.state, v.origin, v.source_version,
         v.unknown_words, v.restored_version, v.change_id, v.updated_at`;

/** A write of a value that is there. */
export interface Replacement extends ValueWrite {
  state: ValueState;
  /** Findings of the checks, as bits. Absent: a task checks the value later. */
  checks?: number;
}

/** Replaces locked values; their present versions become history. */
export async function replaceValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly Replacement[],
  by: { origin: ValueOrigin; changeId: string; now: Date },
): Promise<void> {
  const keyIds = writes.map((write) => write.keyId);
  await sql`
    with kept as (
      ${supersede} from unnest(${keyIds}::uuid[]) u(key_id)
      join translation_value v
        on v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
    ), written as (
      update translation_value v
      set text = u.text, state = u.state, origin = ${by.origin}::value_origin,
          version = v.version + 1, source_version = u.source_version,
          unknown_words = u.unknown_words, restored_version = null,
          change_id = ${by.changeId}::uuid, checks = u.checks,
          ignored_checks = case when v.text = u.text then v.ignored_checks else 0 end,
          updated_at = ${by.now}::timestamptz
      from unnest(${keyIds}::uuid[], ${writes.map((write) => write.text)}::text[],
                  ${writes.map((write) => write.state)}::value_state[],
                  ${writes.map((write) => write.sourceVersion)}::int[],
                  ${writes.map((write) => write.unknownWords ?? null)}::text[],
                  ${writes.map((write) => write.checks ?? null)}::bigint[])
        u(key_id, text, state, source_version, unknown_words, checks)
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
      returning v.key_id, v.version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/** Values of these keys that a change has written are taken to be of the source as it now is. */
export async function renewSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changeId: string,
): Promise<void> {
  await sql`
    update translation_value v set source_version = place.source_version
    from (
      select k.project_id, l.id as locale_id, k.id, k.source_version
      from unnest(${keyIds}::uuid[]) u(id)
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = u.id
        limit 1) k
      cross join locale l
      where l.project_id = ${projectId}::uuid
    ) place
    where v.project_id = place.project_id and v.locale_id = place.locale_id and v.key_id = place.id
      and v.change_id = ${changeId}::uuid`.execute(tx);
}

/**
 * Makes locked values missing again; their present versions become history. `restored`: the versions of which a
 * revert restores that the values were missing.
 */
export async function clearValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
  by: { changeId: string; now: Date },
  restored: readonly (number | null)[] = [],
): Promise<void> {
  await sql`
    with gone as (
      delete from translation_value
      where ctid = any(array(
        select v.ctid
        from unnest(${keyIds}::uuid[]) u(key_id)
        cross join lateral (
          select v.ctid from translation_value v
          where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
            and v.key_id = u.key_id
          limit 1) v))
      returning *
    ), kept as (
      ${supersede} from gone v
    ), written as (
      insert into cleared_value (project_id, locale_id, key_id, id, version, restored_version,
                                 change_id, at)
      select gone.project_id, gone.locale_id, gone.key_id, gone.id, gone.version + 1, u.restored,
             ${by.changeId}::uuid, ${by.now}::timestamptz
      from unnest(${keyIds}::uuid[], ${restored}::int[]) u(key_id, restored)
      join gone on gone.key_id = u.key_id
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/** The last texts of cleared values of these keys, by key id. */
export async function findClearedTexts(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  // The limits keep these one look-up a row with any statistics of the tables.
  const { rows } = await sql<{ key_id: string; text: string }>`
    select c.key_id, h.text
    from unnest(${keyIds}::uuid[]) u(key_id)
    cross join lateral (
      select * from cleared_value c
      where c.project_id = ${unplanned(projectId)} and c.locale_id = ${localeId}::smallint
        and c.key_id = u.key_id
      limit 1) c
    cross join lateral (
      select h.text from value_history h
      where h.project_id = c.project_id and h.locale_id = c.locale_id and h.key_id = c.key_id
        and h.version = c.version - 1
      limit 1) h`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.text]));
}
