import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { placeOfValue } from '../../../db/ids/value-id.ts';
import { idsInOrder, lookUpValue, lookUpValues } from '../../../db/look-ups.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { fail } from '../../../errors.ts';
import { type ProjectRef, type RowOf, recordOf } from '../../kernel/index.ts';

/** SQL for the bit mask of the findings of a value `v`, without dismissed findings. */
export const countedFindingMask = (v = 'v') =>
  sql`(${sql.ref(`${v}.checks`)} & ~${sql.ref(`${v}.ignored_checks`)})`;

/** SQL for the `foldKindsOf` of a value `v`. Null if it is unknown. */
export const foldKindsIn = (v: string) =>
  sql<number | null>`case when ${sql.ref(`${v}.fold_version`)} = ${sql.ref(`${v}.version`)}
    then ${sql.ref(`${v}.fold_kinds`)} end`;

/**
 * SQL that selects a bit mask as a decimal number. The driver reads a bigint as a double, which
 * cannot hold all bits.
 */
export const readMask = (mask: RawBuilder<unknown>) => sql<string>`${mask}::text`;

/** The latest version of a value, with the fields that show whether the source text has changed since then. */
export const VALUE = recordOf(
  'translation_value',
  {
    keyId: 'key_id',
    text: 'text',
    state: 'state',
    origin: 'origin',
    version: 'version',
    updatedAt: 'updated_at',
  },
  ['locale_id', 'source_version', 'change_id'],
);

export interface ValueRow extends RowOf<typeof VALUE> {
  key: string;
  /** Current source version of the key. A value with another source version is outdated. */
  key_source_version: number;
  /** Bit mask of the findings without dismissed findings, as a decimal number. */
  checks: string;
}

/**
 * True if a value was made from another source text than the current source text of the key. Each
 * text of a key in the source locale has a number, its source version, and a value keeps the
 * number of the text from which it was made. A key that never had a source text has the number
 * that its first source text will get, so that existing translations are then up to date.
 */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;

export const selectValues = (db: Db, projectId: ProjectRef | RawBuilder<string>) =>
  db
    .selectFrom('translation_value as v')
    .innerJoin('translation_key as k', (join) =>
      join.onRef('k.project_id', '=', 'v.project_id').onRef('k.id', '=', 'v.key_id'),
    )
    .where('v.project_id', '=', projectId)
    .select([
      ...VALUE.columns.map((column) => `v.${column}` as const),
      'k.name as key',
      'k.source_version as key_source_version',
      readMask(countedFindingMask()).as('checks'),
    ]);

/** @throws `not_found` */
export async function getValue(db: Db, projectId: ProjectRef, valueId: string): Promise<ValueRow> {
  const cell = placeOfValue(valueId);
  const row = await selectValues(db, projectId)
    .where('v.locale_id', '=', cell.localeId)
    .where('v.key_id', '=', cell.keyId)
    .executeTakeFirst();
  return row ?? fail('not_found', 'The value does not exist.');
}

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
    cross join ${lookUpValue(projectId, localeId, sql`u.id`)} v`.execute(db);
  return rows.map((row) => row.key_id);
}

/** True if the locale has values, or had values that were deleted. */
export async function hasValues(db: Db, projectId: ProjectRef, localeId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from translation_value
                   where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint)
        or exists (select from value_history
                   where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint)
      as found`.execute(db);
  return rows[0]!.found;
}

export interface LockedValue {
  key_id: string;
  version: number;
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  source_version: number;
  unknown_words: string | null;
  /** Bit mask of the dismissed findings, as a decimal number. */
  ignored_checks: string;
  updated_at: Date;
}

export const lockedColumns = sql`
  v.key_id, v.version, v.text, v.state, v.origin, v.source_version, v.unknown_words,
  ${readMask(sql`v.ignored_checks`)} as ignored_checks, v.updated_at`;

/** Locks values until the transaction ends, in the order of their keys, which avoids deadlocks. */
export async function lockValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, LockedValue>> {
  const lock = sql`for no key update`;
  const { rows } = await sql<LockedValue>`
    select ${lockedColumns}
    from ${idsInOrder(keyIds)} u cross join ${lookUpValue(projectId, localeId, sql`u.id`, lock)} v
    order by u.id`.execute(tx);
  return new Map(rows.map((row) => [row.key_id, row]));
}

export async function readValues(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, LockedValue>> {
  const { rows } = await sql<LockedValue>`
    select ${lockedColumns} from ${lookUpValues(projectId, localeId, sql`${keyIds}`)} v`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key_id, row]));
}

/** Returns the texts of the keys in a locale, by key id. */
export async function readTexts(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key_id: string; text: string }>`
    select v.key_id, v.text from ${lookUpValues(projectId, localeId, sql`${keyIds}`)} v`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key_id, row.text]));
}
