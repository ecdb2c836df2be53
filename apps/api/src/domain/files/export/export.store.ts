import type { FilePlural, FileRow, FileValue } from '@parlance/formats';
import type { DeclaredPlural } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import { mergeWhole } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';

const USUAL_STATE: ValueState = 'translated';
/**
 * Number of texts in one fetch. At most two fetches are in memory, regardless of the size of the
 * export.
 */
const FETCH_TEXTS = 2000;

/** A locale of the exported file. A null `states` means all states. */
export interface ExportedLocale {
  id: number;
  code: string;
  states: readonly ValueState[] | null;
  /**
   * True if the export includes every key that has a text in this locale. False if a text of this
   * locale is exported only together with a text of another locale.
   */
  isWanted: boolean;
  withStates: boolean;
}

export interface ExportSource {
  projectId: ProjectRef;
  locales: readonly ExportedLocale[];
  /** Prefix of the names of the keys to export. Null for all keys. */
  keyPrefix: string | null;
  withDescriptions: boolean;
  withPlurals: boolean;
  withUntranslatable: boolean;
  /** True if the file format can contain maximum lengths of texts. */
  withLengths: boolean;
  /** True if the file format has ids of units in addition to names. */
  withUnitIds: boolean;
  /** True if the file format distinguishes empty texts from missing texts. */
  withEmpty: boolean;
}

type KeyRow = Readonly<Record<string, string | null>>;

/**
 * Reads active keys with their texts in batches, as of the start of the transaction. PostgreSQL
 * prepares the next batch while the previous batch is written. A transaction can read only one
 * export at a time.
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
    rows.length = 0;
    yield batch;
  }
}

async function declareCursor(tx: Db, source: ExportSource): Promise<void> {
  const { projectId, keyPrefix, locales } = source;
  await mergeWhole(tx);
  await sql`close all`.execute(tx);
  const columns = [sql`k.name`];
  if (source.withDescriptions) columns.push(sql`nullif(k.description, '') as description`);
  const { withPlurals, withUntranslatable, withLengths, withUnitIds } = source;
  if (withPlurals || withUntranslatable || withLengths || withUnitIds) {
    columns.push(rareColumn(source));
  }
  const joins: RawBuilder<unknown>[] = [];
  const wanted: RawBuilder<unknown>[] = [];
  for (const [at, { id, states, isWanted, withStates }] of locales.entries()) {
    const value = sql.table(`v${at}`);
    columns.push(sql`${value}.text as ${sql.ref(`text${at}`)}`);
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

/** Properties that few keys have. An absent property has the value that most keys have. */
interface RareProperties {
  readonly family?: string;
  readonly category?: FilePlural['category'];
  readonly kind?: DeclaredPlural;
  readonly isUntranslatable?: true;
  readonly maxLength?: number;
  readonly unitId?: string;
}

/**
 * SQL for the properties that few keys have. One JSON column contains all of them, because each
 * further column makes every row slower.
 */
function rareColumn(source: ExportSource): RawBuilder<unknown> {
  const isPlural = source.withPlurals ? sql`coalesce(k.plural_style = '.', false)` : sql`false`;
  const isUntranslatable = source.withUntranslatable ? sql`not k.translatable` : sql`false`;
  const maxLength = source.withLengths ? sql`k.max_length` : sql`null::int`;
  const unitId = source.withUnitIds ? sql`k.unit_id` : sql`null::text`;
  return sql`
    case when ${isPlural} or ${isUntranslatable} or ${maxLength} is not null
              or ${unitId} is not null then
      json_strip_nulls(json_build_object(
        'family', case when ${isPlural} then k.plural_family end, 'category', k.plural_category,
        'kind', case when k.plural_ordinal then 'ordinal' else k.plural_said end,
        'isUntranslatable', case when ${isUntranslatable} then true end,
        'maxLength', ${maxLength}, 'unitId', ${unitId}))::text
    end as rare`;
}

function fetchRows(tx: Db, count: number): Promise<KeyRow[]> {
  const fetching = sql<KeyRow>`fetch ${sql.lit(count)} from export_row`.execute(tx);
  const rows = fetching.then((result) => result.rows);
  rows.catch(() => {});
  return rows;
}

function rowReader({ locales, withEmpty }: ExportSource): (row: KeyRow) => FileRow {
  const columns = locales.map(({ code, withStates }, index) => ({
    localeTag: code,
    text: `text${index}`,
    state: withStates ? `state${index}` : null,
  }));
  return (row) => {
    const values: FileValue[] = [];
    for (const { localeTag, text: textColumn, state: stateColumn } of columns) {
      const text = row[textColumn];
      if (text === null || text === undefined || (text === '' && !withEmpty)) continue;
      if (stateColumn === null) values.push({ localeTag, text });
      else values.push({ localeTag, text, state: (row[stateColumn] as ValueState) ?? USUAL_STATE });
    }
    const { name, description, rare } = row;
    const file: FileRow = { name: name!, values };
    if (description) file.description = description;
    if (rare) addRare(file, JSON.parse(rare) as RareProperties);
    return file;
  };
}

function addRare(file: FileRow, rare: RareProperties): void {
  const { family, category, kind, isUntranslatable, maxLength, unitId } = rare;
  if (family !== undefined) {
    file.plural = {
      family,
      category: category!,
      ...(kind === 'ordinal' ? { ordinal: true } : {}),
      ...(kind === 'number' ? {} : { domain: 'integer' }),
    };
  }
  if (isUntranslatable) file.translatable = false;
  if (maxLength !== undefined) file.maxLength = maxLength;
  if (unitId !== undefined) file.id = unitId;
}

/** True if an active key has a description, so that a CSV file gets a column for descriptions. */
export async function hasDescriptions(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from translation_key
      where project_id = ${projectId}::uuid and archived_at is null and description <> ''
    ) as found`.execute(db);
  return rows[0]!.found;
}

/** True if an active key has a maximum length. */
export async function hasLengths(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from translation_key
      where project_id = ${projectId}::uuid and archived_at is null and max_length is not null
    ) as found`.execute(db);
  return rows[0]!.found;
}

/** True if a source text has an inline code that only XLIFF 2 can contain. */
export async function hasCodes2(
  db: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${sourceLocaleId}::smallint
        and text ~ '<((pc|sc|sm) [^<>]*id="|(ec|em) [^<>]*(startRef|id)="|ph [^<>]*(dataRef|equiv|disp)=")'
    ) as found`.execute(db);
  return rows[0]!.found;
}
