import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { valueIn } from '../patch/value-in.ts';
import { type NewRow, WantedRows } from '../patch/wanted.ts';
import { csvField } from './field.ts';
import type { CsvColumns } from './header.ts';
import { CsvReader, recordsFor } from './reader.ts';
import type { CsvField, CsvHandler, CsvRecords } from './records.ts';

/**
 * Writes a CSV file in which texts of the base file are replaced. All quotes, line breaks and
 * delimiters of the base file stay.
 */
export async function* patchCsv(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeBase(base);
  const { text } = source;
  const patcher = new CsvPatcher(text, wanted, options);
  await scanText(text, patcher.records);
  patcher.end();
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

class CsvPatcher implements CsvHandler {
  readonly records: CsvRecords;
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #options: PatchOptions;
  readonly #reader: CsvReader;
  #columns: CsvColumns | null = null;
  #delimiter = ',';
  #newline = '\r\n';
  #isQuoted = false;
  /** Offset after the last record, excluding its line break. */
  #end = 0;

  constructor(file: string, wanted: WantedRows, options: PatchOptions) {
    this.#file = file;
    this.#wanted = wanted;
    this.#options = options;
    const { localeTags } = options;
    this.#reader = new CsvReader({ ...options, localeTag: localeTags[0]!, warn: () => {} });
    this.records = recordsFor(this, options);
  }

  path(fields: readonly CsvField[]): string {
    return this.#reader.path(fields);
  }

  take(fields: CsvField[], line: number): void {
    this.#reader.take(fields, line);
    const rows = this.#reader.batches.takeAll();
    this.#end = this.records.fieldEnds.at(-1)!;
    if (this.#columns !== null) {
      for (const row of rows.flat()) this.#patchRow(this.#columns, row);
      return;
    }
    this.#columns = this.#reader.columns;
    if (this.#columns !== null) this.#learnStyle(this.#columns);
  }

  end(): void {
    this.records.end();
    this.#reader.end();
    for (const added of this.#wanted.newRows()) this.#insert(added);
  }

  #learnStyle(columns: CsvColumns): void {
    const { recordStart, fieldEnds } = this.records;
    const end = fieldEnds.at(-1)!;
    this.#delimiter = this.#file.charAt(fieldEnds[0]!);
    this.#isQuoted = this.#file.charAt(recordStart) === '"';
    this.#newline = /^(?:\r\n|\r|\n)/.exec(this.#file.slice(end, end + 2))?.[0] ?? '\r\n';
    for (const localeTag of this.#options.localeTags) {
      if (columns.locales.some((column) => column.localeTag === localeTag)) continue;
      this.#wanted.refuse(localeTag, 'no_column', `the file has no column for ${localeTag}`);
    }
  }

  #patchRow(columns: CsvColumns, { name, values }: FileRow): void {
    const { recordStart, fieldEnds } = this.records;
    const removed: number[] = [];
    let left = 0;
    for (const { column, localeTag } of columns.locales) {
      const text = valueIn(values, localeTag)?.text;
      const replacement = this.#wanted.replacementOf(name, localeTag, text);
      if (replacement === null) removed.push(column);
      else if (replacement === undefined) left += Number(text !== undefined);
      else {
        left += 1;
        this.#replace(column, name, replacement);
      }
    }
    if (removed.length > 0 && left === 0) {
      const end = fieldEnds.at(-1)!;
      this.edits.replace(recordStart, end + this.#breakAt(end).length, '');
      return;
    }
    for (const column of removed) this.#replace(column, name, undefined);
    this.#wanted.setPlace(name, this.#end);
  }

  #replace(column: number, name: string, text: string | undefined): void {
    const { recordStart, fieldEnds } = this.records;
    const start = column === 0 ? recordStart : fieldEnds[column - 1]! + 1;
    const end = fieldEnds[column]!;
    const isQuoted = start === end ? this.#isQuoted : this.#file.charAt(start) === '"';
    const { csvSafe = false } = this.#options;
    this.edits.replace(start, end, csvField(text, name, csvSafe, isQuoted));
  }

  #insert({ row, place }: NewRow): void {
    const columns = this.#columns!;
    const { csvSafe = false } = this.#options;
    const fields: string[] = Array.from({ length: columns.count }, () => '');
    fields[columns.key] = csvField(row.name, row.name, false, this.#isQuoted);
    if (columns.description !== -1) {
      fields[columns.description] = csvField(row.description, row.name, csvSafe, this.#isQuoted);
    }
    for (const { column, localeTag } of columns.locales) {
      const value = valueIn(row.values, localeTag);
      if (value === undefined) continue;
      fields[column] = csvField(value.text, row.name, csvSafe, this.#isQuoted);
      this.#wanted.report.inserted += 1;
    }
    const record = fields.join(this.#delimiter);
    const end = place ?? this.#end;
    const lineBreak = this.#breakAt(end);
    if (lineBreak === '') this.edits.insert(end, this.#newline + record);
    else this.edits.insert(end + lineBreak.length, record + this.#newline);
  }

  #breakAt(offset: number): string {
    return /^(?:\r\n|\r|\n)/.exec(this.#file.slice(offset, offset + 2))?.[0] ?? '';
  }
}
