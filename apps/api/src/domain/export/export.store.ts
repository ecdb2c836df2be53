import type { FileRow } from '@parlance/formats';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';

/** Rows that one fetch brings: the memory that an export takes, whatever the project's size. */
const FETCH_ROWS = 4000;

/** One locale of a file; `states` null: values in any state. */
export interface ExportedLocale {
  id: number;
  code: string;
  states: readonly ValueState[] | null;
}

export interface ExportSource {
  projectId: string;
  locales: readonly ExportedLocale[];
  /** Null: every key. */
  keyPrefix: string | null;
  /** A key comes only where it has a value in one of these. */
  wantedLocales: readonly string[];
}

interface KeyRow {
  id: string;
  name: string;
  description: string;
}

interface TextRow {
  key_id: string;
  locale_id: number;
  text: string;
  state: ValueState;
}

/**
 * Living keys with their texts in the order of the keys, in batches of flat size. Runs in a
 * transaction, one at a time, and reads what was there when it began: two cursors along the primary
 * keys, which meet here, so that no plan depends on what PostgreSQL believes of the tables.
 */
export async function* readExportRows(
  tx: Db,
  source: ExportSource,
): AsyncGenerator<FileRow[], void> {
  await declareCursors(tx, source);
  const codes = new Map(source.locales.map(({ id, code }) => [id, code]));
  const wanted = new Set(source.wantedLocales);
  const texts = new TextCursor(tx);
  for (;;) {
    const keys = await fetchRows<KeyRow>(tx, 'export_key');
    if (keys.length === 0) return;
    const rows: FileRow[] = [];
    for (const { id, name, description } of keys) {
      const row: FileRow = { name, values: [] };
      if (description !== '') row.description = description;
      let isWanted = false;
      for (;;) {
        if (texts.isEmpty) await texts.fill();
        const next = texts.next;
        // Texts of keys that were left out come before.
        if (next === undefined || next.key_id > id) break;
        texts.take();
        if (next.key_id !== id) continue;
        const localeTag = codes.get(next.locale_id)!;
        if (wanted.has(localeTag)) isWanted = true;
        row.values.push({ localeTag, text: next.text, state: next.state });
      }
      if (isWanted) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

async function declareCursors(tx: Db, source: ExportSource): Promise<void> {
  const { projectId, keyPrefix, locales } = source;
  // Those of an export before it in the same transaction.
  await sql`close all`.execute(tx);
  await sql`
    declare export_key no scroll cursor for
    select id, name, description from translation_key
    where project_id = ${projectId}::uuid and archived_at is null
      and (${keyPrefix}::text is null or starts_with(name, ${keyPrefix}::text))
    order by id`.execute(tx);
  // One branch a locale: each is in the order of its index, and PostgreSQL only merges them.
  const branches = locales.map(
    ({ id, states }) => sql`
      select key_id, locale_id, text, state from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${id}::smallint
        and (${states}::value_state[] is null or state = any(${states}::value_state[]))`,
  );
  await sql`
    declare export_text no scroll cursor for
    ${sql.join(branches, sql` union all `)}
    order by key_id`.execute(tx);
}

async function fetchRows<Row>(tx: Db, cursor: 'export_key' | 'export_text'): Promise<Row[]> {
  const { rows } = await sql<Row>`fetch ${sql.lit(FETCH_ROWS)} from ${sql.ref(cursor)}`.execute(tx);
  return rows;
}

/** The texts' cursor with one batch in memory. */
class TextCursor {
  readonly #tx: Db;
  #rows: TextRow[] = [];
  #at = 0;
  #hasEnded = false;

  constructor(tx: Db) {
    this.#tx = tx;
  }

  get isEmpty(): boolean {
    return this.#at === this.#rows.length && !this.#hasEnded;
  }

  /** Undefined at the end. */
  get next(): TextRow | undefined {
    return this.#rows[this.#at];
  }

  take(): void {
    this.#at++;
  }

  async fill(): Promise<void> {
    this.#rows = await fetchRows<TextRow>(this.#tx, 'export_text');
    this.#at = 0;
    this.#hasEnded = this.#rows.length === 0;
  }
}

/** Whether any living key has a description: a CSV file then has a column for them. */
export async function hasDescriptions(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('description', '<>', '')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A fingerprint of all that an export of these locales is made from: equal ones, equal files. Keys
 * count by name and description, values by their id and version.
 */
export async function fingerprintContent(
  db: Db,
  projectId: string,
  localeIds: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ keys: string; texts: string }>`
    select
      (select count(*) || ':' || coalesce(bit_xor(
         uuid_hash_extended(k.id, hashtextextended(k.description, hashtextextended(k.name, 0)))), 0)
       from translation_key k
       where k.project_id = ${projectId}::uuid and k.archived_at is null) as keys,
      (select count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(v.id, v.version)), 0)
       from translation_value v
       where v.project_id = ${projectId}::uuid
         and v.locale_id = any(${localeIds}::smallint[])) as texts`.execute(db);
  const { keys, texts } = rows[0]!;
  return `${keys}/${texts}`;
}
