import { type FileRow, type FileValue, FormatError, type ReadOptions } from '../format.ts';
import { NumberColumn } from '../names/columns.ts';
import { NameIndex } from '../names/name-index.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { FORMULA } from './field.ts';
import { type CsvColumns, readCsvHeader } from './header.ts';
import { type CsvField, type CsvHandler, CsvRecords } from './records.ts';

/**
 * Maximum number of columns. It allows for `key`, `description` and more locales than a project may
 * have.
 */
const MAX_COLUMNS = 1024;

export function recordsFor(
  handler: CsvHandler,
  { limits }: Pick<ReadOptions, 'limits'>,
): CsvRecords {
  return new CsvRecords(handler, {
    fieldLength: 2 * Math.max(limits.keyNameLength, limits.valueLength),
    fieldCount: MAX_COLUMNS,
  });
}

export class CsvReader implements CsvHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();
  #columns: CsvColumns | null = null;

  get columns(): CsvColumns | null {
    return this.#columns;
  }

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  take(fields: readonly CsvField[], line: number): void {
    const columns = this.#columns;
    if (columns === null) {
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

  /**
   * Returns the text of a field, without the apostrophe that an export with `csvSafe` put before a
   * formula.
   */
  #textOf(field: CsvField | undefined): CsvField | undefined {
    if (!this.#options.csvSafe || !field?.startsWith("'")) return field;
    return FORMULA.test(field) ? field.slice(1) : field;
  }

  #check(text: string, what: string, limit: number, name: string, line: number): void {
    if (text.includes('\0')) requireText(text, name, { line });
    if (text.length > limit && isLongerThan(text, limit)) {
      throw new FormatError(`the ${what} has more than ${limit} characters`, { path: name, line });
    }
  }
}

/**
 * True if the row has one more field than the header and the last field is empty. In such a row, a
 * delimiter follows the last real field.
 */
const isTrailed = (fields: readonly CsvField[], { count }: CsvColumns): boolean =>
  fields.length === count + 1 && fields[count] === null;
