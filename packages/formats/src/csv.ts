import { Batches, rowLength } from './batches.ts';
import { NumberColumn } from './columns.ts';
import { type CsvColumns, DESCRIPTION_COLUMN, KEY_COLUMN, readCsvHeader } from './csv-header.ts';
import { type CsvField, type CsvHandler, CsvRecords } from './csv-records.ts';
import {
  type FileFormat,
  type FileRow,
  type FileValue,
  FormatError,
  type ReadOptions,
  type WriteOptions,
} from './format.ts';
import { NameIndex } from './name-index.ts';
import { Pacer } from './pace.ts';
import { assertText, decodeUtf8, isLongerThan } from './utf8.ts';

const DELIMITER = ',';
/** RFC 4180 section 2.1. */
const RECORD_END = '\r\n';
/** `key`, `description`, and more locales than a project may have. */
const MAX_COLUMNS = 1024;
/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/**
 * Matches fields that need quotes. RFC 4180 requires quotes for `,`, `"`, CR and LF. Other delimiters and leading
 * or trailing blanks are quoted for spreadsheets that split or trim at them.
 */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * Matches strings that a spreadsheet reads as a formula (OWASP, "CSV Injection"), and those that begin with such
 * a string behind apostrophes: `csvSafe` adds one apostrophe, which an import with `csvSafe` removes.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * CSV (RFC 4180) with the header `key,<locale>[,<locale>…]` and a column `description` if any key has one.
 * Strings are preserved exactly. An empty field means that the value is missing; `""` is the empty string.
 */
export const csv: FileFormat = {
  id: 'csv',
  contentType: 'text/csv',
  extension: 'csv',
  multiLocale: true,
  blocking: false,
  read: readCsv,
  write: writeCsv,
};

async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const { keyNameLength, valueLength } = options.limits;
  const reader = new CsvReader(options);
  const records = new CsvRecords(reader, {
    // A character may be two code units.
    fieldLength: 2 * Math.max(keyNameLength, valueLength),
    fieldCount: MAX_COLUMNS,
  });
  for await (const piece of decodeUtf8(bytes)) {
    records.write(piece);
    yield* reader.batches.takeFull();
  }
  records.end();
  reader.end();
  yield* reader.batches.takeAll();
}

class CsvReader implements CsvHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #names = new NameIndex();
  /** Line of each name. */
  readonly #lines = new NumberColumn();
  #columns: CsvColumns | null = null;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  take(fields: readonly CsvField[], line: number): void {
    const columns = this.#columns;
    if (columns === null) {
      // Excel's own line, which names the delimiter that stands in it.
      if (line === 1 && fields.length === 2 && fields[0] === 'sep=' && fields[1] === null) return;
      this.#columns = readCsvHeader(fields, line, this.#options);
    } else if (fields.length === columns.count || isTrailed(fields, columns)) {
      this.#takeRow(columns, fields, line);
    } else {
      throw new FormatError(
        `the row has ${fields.length} fields, but the header has ${columns.count} columns`,
        { path: this.path(fields), line, isMalformed: true },
      );
    }
  }

  path(fields: readonly CsvField[]): string {
    return (this.#columns && fields[this.#columns.key]) ?? '';
  }

  end(): void {
    if (this.#columns === null) throw new FormatError('the file has no header', { line: 1 });
  }

  #takeRow(columns: CsvColumns, fields: readonly CsvField[], line: number): void {
    const name = fields[columns.key];
    if (name === null || name === undefined) {
      // Spreadsheets leave rows of nothing but delimiters behind.
      if (fields.every((field) => field === null)) return;
      throw new FormatError('the row has no key', { line });
    }
    const { keyNameLength, valueLength, descriptionLength } = this.#options.limits;
    this.#check(name, 'key name', keyNameLength, name, line);
    const other = this.#names.add(name);
    if (other !== -1) {
      throw new FormatError(
        `duplicate key ${JSON.stringify(name)}: first on line ${this.#lines.at(other)}, again on line ${line}`,
        {
          path: name,
          line,
        },
      );
    }
    this.#lines.push(line);

    const values: FileValue[] = [];
    for (const { column, localeTag } of columns.locales) {
      const text = this.#textOf(fields[column]);
      if (text === null || text === undefined) continue;
      this.#check(text, 'text', valueLength, name, line);
      values.push({ localeTag, text });
    }
    const { description: at } = columns;
    const description = at === -1 ? null : this.#textOf(fields[at]);
    if (description === null || description === undefined) {
      this.batches.add({ name, values });
    } else {
      this.#check(description, 'description', descriptionLength, name, line);
      this.batches.add({ name, description, values });
    }
  }

  /** The text of a field, without the apostrophe that `csvSafe` puts before formulas. */
  #textOf(field: CsvField | undefined): CsvField | undefined {
    if (!this.#options.csvSafe || !field?.startsWith("'")) return field;
    return FORMULA.test(field) ? field.slice(1) : field;
  }

  #check(text: string, what: string, limit: number, name: string, line: number): void {
    if (text.includes('\0')) assertText(text, name, { line });
    if (text.length > limit && isLongerThan(text, limit)) {
      throw new FormatError(`the ${what} has more than ${limit} characters`, { path: name, line });
    }
  }
}

/** True if a row ends with the delimiter that only some rows have behind their last column. */
const isTrailed = (fields: readonly CsvField[], { count }: CsvColumns): boolean =>
  fields.length === count + 1 && fields[count] === null;

async function* writeCsv(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  if (options.hasDescriptions !== undefined) {
    yield* writeRows(rows, options.hasDescriptions, options);
    return;
  }
  // The header says whether there are descriptions: rows are held until one has one.
  const held: FileRow[][] = [];
  const source = rows[Symbol.asyncIterator]();
  try {
    let hasDescriptions = false;
    while (!hasDescriptions) {
      const next = await source.next();
      if (next.done === true) break;
      held.push(next.value);
      hasDescriptions = next.value.some((row) => row.description !== undefined);
    }
    yield* writeRows(chain(held, hasDescriptions ? source : null), hasDescriptions, options);
  } finally {
    await source.return?.();
  }
}

async function* chain(
  held: FileRow[][],
  rest: AsyncIterator<FileRow[]> | null,
): AsyncGenerator<FileRow[], void> {
  yield* held;
  if (rest === null) return;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* writeRows(
  rows: AsyncIterable<FileRow[]>,
  hasDescriptions: boolean,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const { localeTags, csvSafe = false } = options;
  const pacer = new Pacer();
  const header = [KEY_COLUMN, ...localeTags, ...(hasDescriptions ? [DESCRIPTION_COLUMN] : [])];
  let piece = header.join(DELIMITER) + RECORD_END;
  for await (const batch of rows) {
    for (const { name, description, values } of batch) {
      piece += field(name, name, false);
      for (const localeTag of localeTags) {
        const value = values.find((candidate) => candidate.localeTag === localeTag);
        piece += DELIMITER + field(value?.text, name, csvSafe);
      }
      if (hasDescriptions) piece += DELIMITER + field(description, name, csvSafe);
      piece += RECORD_END;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (pacer.isDue()) await pacer.pause();
    }
  }
  if (piece !== '') yield piece;
}

function field(text: string | undefined, name: string, csvSafe: boolean): string {
  if (text === undefined) return '';
  assertText(text, name);
  const safe = csvSafe && FORMULA.test(text) ? `'${text}` : text;
  if (safe === '') return '""';
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
