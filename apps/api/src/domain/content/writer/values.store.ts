import { foldKindsOf } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKeys } from '../../../db/look-ups.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import { unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { recordValues } from '../change/change.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { CountedValue } from './changes.ts';
import type { ChangeStamp, WrittenLocale } from './writing.ts';

export interface TextWrite {
  readonly key: KeyRef;
  readonly text: string;
  readonly state: ValueState;
  readonly origin: ValueOrigin;
  /**
   * Version of the source text from which the text was made. Defaults to the current source version
   * of the key.
   */
  readonly sourceVersion?: number;
  /** Words that a translation engine left untranslated. Null if there are none. */
  readonly unknownWords?: string | null;
  /** Bit mask of the findings. Absent for an unchecked text. */
  readonly checks?: bigint;
}

export interface CheckedWrite extends TextWrite {
  readonly checks: bigint;
}

export const sourceVersionOf = ({ key, sourceVersion }: TextWrite): number =>
  sourceVersion ?? key.source_version;

const insertion = (
  projectId: ProjectRef,
  localeId: number,
  writes: readonly CheckedWrite[],
  by: ChangeStamp,
  version: RawBuilder<number>,
) => sql`
    insert into translation_value (project_id, locale_id, key_id, version, text, state, origin,
                                   source_version, unknown_words, checks, fold_kinds, fold_version,
                                   change_id, updated_at)
    select ${projectId}::uuid, ${localeId}::smallint, u.key_id, ${version}, u.text, u.state, u.origin,
           u.source_version, u.unknown_words, u.checks, u.fold_kinds, ${version},
           ${by.changeId}::uuid, ${by.now}::timestamptz
    from unnest(${writes.map(({ key }) => key.id)}::uuid[],
                ${writes.map(({ text }) => text)}::text[],
                ${writes.map(({ state }) => state)}::value_state[],
                ${writes.map(({ origin }) => origin)}::value_origin[],
                ${writes.map(sourceVersionOf)}::int[],
                ${writes.map(({ unknownWords = null }) => unknownWords)}::text[],
                ${writes.map(({ checks }) => checks)}::bigint[],
                ${writes.map(({ text }) => foldKindsOf(text))}::smallint[])
      u(key_id, text, state, origin, source_version, unknown_words, checks, fold_kinds)`;

export const takeCleared = (
  projectId: ProjectRef,
  localeId: number,
  keyIds: RawBuilder<unknown>,
) => sql`
    cleared as (
      delete from cleared_value c using ${keyIds} u(key_id)
      where c.project_id = ${unplanned(projectId)} and c.locale_id = ${localeId}::smallint
        and c.key_id = u.key_id
      returning c.*
    ), kept as (
      insert into value_history (project_id, locale_id, key_id, version, change_id, at,
                                 restored_version)
      select project_id, locale_id, key_id, version, change_id, at, restored_version from cleared
    )`;

/**
 * Inserts missing values. Skips a value that another transaction has inserted meanwhile. If a value
 * was deleted before, its version numbers continue from the last one.
 * @returns the versions of the inserted values, by key id
 */
export async function insertValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly CheckedWrite[],
  by: ChangeStamp,
): Promise<Map<string, number>> {
  const goingOn = sql<number>`coalesce(cleared.version, 0) + 1`;
  const { rows } = await sql<{ key_id: string; version: number }>`
    with ${takeCleared(projectId, localeId, sql`unnest(${writes.map(({ key }) => key.id)}::uuid[])`)},
    written as (
      ${insertion(projectId, localeId, writes, by, goingOn)}
      left join cleared on cleared.key_id = u.key_id
      on conflict (project_id, locale_id, key_id) do nothing
      returning key_id, version
    ), recorded as (${recordValues(projectId, by.changeId, localeId)})
    select key_id, version from written`.execute(tx);
  return new Map(rows.map((row) => [row.key_id, row.version]));
}

/**
 * Inserts values of keys that this transaction has created. No other transaction can have inserted
 * values of these keys.
 */
export async function addValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly CheckedWrite[],
  by: ChangeStamp,
): Promise<void> {
  await sql`
    with written as (
      ${insertion(projectId, localeId, writes, by, sql<number>`1`)}
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/**
 * Returns the beginning of a statement that copies the current versions of values `v` to the
 * history. The caller adds the `from` clause.
 */
export const supersede = sql`
  insert into value_history (project_id, locale_id, key_id, version, text, state, origin, source_version,
                             unknown_words, restored_version, change_id, at)
  select v.project_id, v.locale_id, v.key_id, v.version, v.text, v.state, v.origin, v.source_version,
         v.unknown_words, v.restored_version, v.change_id, v.updated_at`;

type P<Value> = RawBuilder<Value>;

const replaceOne = namedStatement(
  'replace_value',
  (
    _,
    projectId: P<string>,
    localeId: P<number>,
    keyId: P<string>,
    text: P<string>,
    state: P<ValueState>,
    origin: P<ValueOrigin>,
    version: P<number>,
    sourceVersion: P<number>,
    unknownWords: P<string | null>,
    checks: P<bigint>,
    foldKinds: P<number>,
    changeId: P<string>,
    now: P<Date>,
  ) => {
    const isIt = sql`
      v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint
      and v.key_id = ${keyId}::uuid`;
    return sql`
    with kept as (${supersede} from translation_value v where ${isIt}), written as (
      update translation_value v
      set text = ${text}::text, state = ${state}::value_state, origin = ${origin}::value_origin,
          version = ${version}::int, source_version = ${sourceVersion}::int,
          unknown_words = ${unknownWords}::text, restored_version = null,
          change_id = ${changeId}::uuid, checks = ${checks}::bigint,
          fold_kinds = ${foldKinds}::smallint, fold_version = ${version}::int,
          ignored_checks = case when v.text = ${text}::text then v.ignored_checks else 0 end,
          updated_at = ${now}::timestamptz
      where ${isIt}
    )
    insert into change_values (project_id, change_id, locale_id, first_key_id, key_ids, versions,
                               values_count)
    values (${projectId}::uuid, ${changeId}::uuid, ${localeId}::smallint, ${keyId}::uuid,
            array[${keyId}::uuid], array[${version}::int], 1)`;
  },
  { isSentAhead: true },
);

/** Replaces a locked value whose version is known. Copies the current version to the history. */
export async function replaceValue(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  write: CheckedWrite & { readonly before: { readonly version: number } },
  { changeId, now }: ChangeStamp,
): Promise<void> {
  const { key, text, state, origin, before, unknownWords = null, checks } = write;
  const version = before.version + 1;
  const kinds = foldKindsOf(text);
  const about = [sourceVersionOf(write), unknownWords, checks, kinds, changeId, now] as const;
  await replaceOne(tx, projectId, localeId, key.id, text, state, origin, version, ...about);
}

/** Replaces locked values. Copies their current versions to the history. */
export async function replaceValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  writes: readonly CheckedWrite[],
  by: ChangeStamp,
): Promise<void> {
  const keyIds = writes.map(({ key }) => key.id);
  await sql`
    with kept as (
      ${supersede} from unnest(${keyIds}::uuid[]) u(key_id)
      join translation_value v
        on v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
    ), written as (
      update translation_value v
      set text = u.text, state = u.state, origin = u.origin,
          version = v.version + 1, source_version = u.source_version,
          unknown_words = u.unknown_words, restored_version = null,
          change_id = ${by.changeId}::uuid, checks = u.checks,
          fold_kinds = u.fold_kinds, fold_version = v.version + 1,
          ignored_checks = case when v.text = u.text then v.ignored_checks else 0 end,
          updated_at = ${by.now}::timestamptz
      from unnest(${keyIds}::uuid[], ${writes.map(({ text }) => text)}::text[],
                  ${writes.map(({ state }) => state)}::value_state[],
                  ${writes.map(({ origin }) => origin)}::value_origin[],
                  ${writes.map(sourceVersionOf)}::int[],
                  ${writes.map(({ unknownWords = null }) => unknownWords)}::text[],
                  ${writes.map(({ checks }) => checks)}::bigint[],
                  ${writes.map(({ text }) => foldKindsOf(text))}::smallint[])
        u(key_id, text, state, origin, source_version, unknown_words, checks, fold_kinds)
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
      returning v.key_id, v.version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/** Deletes locked values and copies their current versions to the history. */
export async function clearValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
  by: ChangeStamp,
  restored: readonly (number | null)[] = [],
): Promise<void> {
  await sql`
    with gone as (
      delete from translation_value v using unnest(${keyIds}::uuid[]) u(key_id)
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
      returning v.*
    ), kept as (
      ${supersede} from gone v
    ), written as (
      insert into cleared_value (project_id, locale_id, key_id, version, restored_version, change_id,
                                 at)
      select gone.project_id, gone.locale_id, gone.key_id, gone.version + 1, u.restored,
             ${by.changeId}::uuid, ${by.now}::timestamptz
      from unnest(${keyIds}::uuid[], ${restored}::int[]) u(key_id, restored)
      join gone on gone.key_id = u.key_id
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/**
 * Checks that the keys and the locale of values exist. A foreign key would run its trigger once for
 * each row.
 */
export async function requireReferences(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ${lookUpKeys(projectId, sql`${keyIds}`)} k
    join locale l on l.project_id = ${projectId}::uuid and l.id = ${localeId}::smallint`.execute(
    tx,
  );
  if (rows[0]!.count !== keyIds.length) throw new Error('A value has no key or no locale.');
}

export interface SharedValue extends CountedValue {
  readonly key_id: string;
  readonly locale: WrittenLocale;
}

export async function shareValues(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<SharedValue[]> {
  const { rows } = await sql<SharedValue>`
    select v.key_id, json_build_object('id', l.id, 'code', l.code) as locale, v.state, v.origin,
           v.source_version
    from locale l
    cross join unnest(${keyIds}::uuid[]) u(id)
    join translation_value v
      on v.project_id = ${unplanned(projectId)} and v.locale_id = l.id and v.key_id = u.id
    where l.project_id = ${projectId}::uuid
    order by v.locale_id, v.key_id
    for share of v`.execute(tx);
  return rows;
}
