import type { FilePlural, FileRow, FileValue } from '@parlance/formats';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import { mergeWhole } from '../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../tenant.ts';

const USUAL_STATE: ValueState = 'translated';
/** Length of the texts of one fetch. An export of any size needs the memory of two fetches. */
const FETCH_TEXTS = 2000;

/** One locale of a file. If `states` is null, the file contains values in any state. */
export interface ExportedLocale {
  id: number;
  code: string;
  states: readonly ValueState[] | null;
  /** True if a text in this locale brings its key into the file. False if the text only accompanies others. */
  isWanted: boolean;
  /** True if the file has a place for the states of its texts. */
  withStates: boolean;
}

export interface ExportSource {
  projectId: ProjectRef;
  locales: readonly ExportedLocale[];
  /** Prefix of the keys to export. Null for every key. */
  keyPrefix: string | null;
  /** True if the file has a place for descriptions. */
  withDescriptions: boolean;
  /** True if the file itself states which texts are forms of one plural. */
  withPlurals: boolean;
  /** True if the file marks texts that are not translated. */
  withUntranslatable: boolean;
  /** True if the file limits the length of texts. */
  withLengths: boolean;
  /** True if the file has ids of units besides names. */
  withUnitIds: boolean;
  /** True if the file has a place for empty texts. */
  withEmpty: boolean;
}

/** `name` and `description` of a key, and `text<n>` and `state<n>` of each locale. Unused columns are not read. */
type KeyRow = Readonly<Record<string, string | null>>;

/**
 * Reads active keys with their texts in the order of the keys, in batches of a fixed number of texts. Runs one at a
 * time in a transaction, and reads the content as of its begin. PostgreSQL prepares a batch while the previous one is
 * being written.
 */
export async function* readExportRows(
  tx: Db,
  source: ExportSource,
): AsyncGenerator<FileRow[], void> {
  await declareCursor(tx, source);
  const readRow = rowReader(source);
  const count = Math.ceil(FETCH_TEXTS / source.locales.length);
  let coming = fetchRows(tx, count);
  for (;;) {
    const rows = await coming;
    if (rows.length === 0) return;
    coming = fetchRows(tx, count);
    const batch = rows.map(readRow);
    // Empties the array. Otherwise V8's scavenger would keep the texts until the next full collection.
    rows.length = 0;
    yield batch;
  }
}

/** Reads one row per key. The texts of all locales are merged along the primary keys. */
async function declareCursor(tx: Db, source: ExportSource): Promise<void> {
  const { projectId, keyPrefix, locales } = source;
  await mergeWhole(tx);
  // Closes the cursor of an earlier export in the same transaction.
  await sql`close all`.execute(tx);
  const columns = [sql`k.name`];
  if (source.withDescriptions) columns.push(sql`nullif(k.description, '') as description`);
  const { withPlurals, withUntranslatable, withLengths, withUnitIds } = source;
  if (withPlurals || withUntranslatable || withLengths || withUnitIds) {
    columns.push(marksColumn(source));
  }
  const joins: RawBuilder<unknown>[] = [];
  const wanted: RawBuilder<unknown>[] = [];
  for (const [at, { id, states, isWanted, withStates }] of locales.entries()) {
    const value = sql.table(`v${at}`);
    columns.push(sql`${value}.text as ${sql.ref(`text${at}`)}`);
    // Most values have the state translated, for which null is the cheapest notation.
    if (withStates)
      columns.push(sql`nullif(${value}.state, ${USUAL_STATE}) as ${sql.ref(`state${at}`)}`);
    joins.push(sql`
      left join translation_value ${value}
        on ${value}.project_id = ${projectId}::uuid and ${value}.locale_id = ${id}::smallint
        and ${value}.key_id = k.id
        and (${states}::value_state[] is null or ${value}.state = any(${states}::value_state[]))`);
    if (isWanted) wanted.push(sql`${value}.key_id is not null`);
  }
  await sql`
    declare export_row no scroll cursor for
    select ${sql.join(columns)}
    from translation_key k ${sql.join(joins, sql` `)}
    where k.project_id = ${projectId}::uuid and k.archived_at is null
      and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      and (${sql.join(wanted, sql` or `)})
    order by k.id`.execute(tx);
}

type Marks = [
  family: string | null,
  category: FilePlural['category'],
  kind: string | null,
  isUntranslatable: boolean,
  maxLength: number | null,
  unitId: string | null,
];

/**
 * The properties that few keys have, as one JSON text, because each column costs time in every row. Families are only
 * those with names of the form `family.category`, as the formats with plurals create them.
 */
function marksColumn(source: ExportSource): RawBuilder<unknown> {
  const isPlural = source.withPlurals ? sql`coalesce(k.plural_style = '.', false)` : sql`false`;
  const isUntranslatable = source.withUntranslatable ? sql`not k.translatable` : sql`false`;
  const maxLength = source.withLengths ? sql`k.max_length` : sql`null::int`;
  const unitId = source.withUnitIds ? sql`k.unit_id` : sql`null::text`;
  return sql`
    case when ${isPlural} or ${isUntranslatable} or ${maxLength} is not null
              or ${unitId} is not null then
      json_build_array(case when ${isPlural} then k.plural_family end, k.plural_category,
                       case when k.plural_ordinal then 'ordinal' else k.plural_said end,
                       ${isUntranslatable}, ${maxLength}, ${unitId})::text
    end as marks`;
}

/**
 * Requests the next batch early. If the reader stops before it arrives, its failure must not be an unhandled rejection.
 */
function fetchRows(tx: Db, count: number): Promise<KeyRow[]> {
  const fetching = sql<KeyRow>`fetch ${sql.lit(count)} from export_row`.execute(tx);
  const rows = fetching.then((result) => result.rows);
  rows.catch(() => {});
  return rows;
}

/** Returns a function that turns a fetched row into a row of a file. */
function rowReader({ locales, withEmpty }: ExportSource): (row: KeyRow) => FileRow {
  const columns = locales.map(({ code, withStates }, at) => ({
    localeTag: code,
    text: `text${at}`,
    state: withStates ? `state${at}` : null,
  }));
  return (row) => {
    const values: FileValue[] = [];
    for (const { localeTag, text: textColumn, state: stateColumn } of columns) {
      const text = row[textColumn];
      if (text === null || text === undefined || (text === '' && !withEmpty)) continue;
      if (stateColumn === null) values.push({ localeTag, text });
      else values.push({ localeTag, text, state: (row[stateColumn] as ValueState) ?? USUAL_STATE });
    }
    const { name, description, marks } = row;
    const file: FileRow = { name: name!, values };
    if (description) file.description = description;
    if (marks) addMarks(file, JSON.parse(marks) as Marks);
    return file;
  };
}

function addMarks(
  file: FileRow,
  [family, category, kind, isUntranslatable, maxLength, unitId]: Marks,
): void {
  if (family !== null) {
    file.plural = {
      family,
      category,
      ...(kind === 'ordinal' ? { ordinal: true } : {}),
      // Integers select the forms, unless a file declared that any number does.
      ...(kind === 'number' ? {} : { domain: 'integer' }),
    };
  }
  if (isUntranslatable) file.translatable = false;
  if (maxLength !== null) file.maxLength = maxLength;
  if (unitId !== null) file.id = unitId;
}

/** True if an active key has a description, for which a CSV file has a column. */
export async function hasDescriptions(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from translation_key
      where project_id = ${projectId}::uuid and archived_at is null and description <> ''
    ) as found`.execute(db);
  return rows[0]!.found;
}

/** True if a source text has an inline code that only XLIFF 1.2 has. */
export async function hasCodes12(
  db: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${sourceLocaleId}::smallint
        and text ~ '<(x|g|bx|ex|bpt|ept|it) [^<>]*id="'
    ) as found`.execute(db);
  return rows[0]!.found;
}
