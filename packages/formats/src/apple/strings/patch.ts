import type { FileRow, PatchOptions, PatchReport } from '../../format.ts';
import { LineEntries } from '../../patch/line-entries.ts';
import { onlyLocale } from '../../patch/only-locale.ts';
import { scanText } from '../../patch/scan.ts';
import { WantedRows } from '../../patch/wanted.ts';
import { decodeAppleBase } from '../encoding.ts';
import { commentOf } from './comments.ts';
import type { StringsEntry, StringsHandler } from './entry.ts';
import { quote } from './escapes.ts';
import { StringsReader, scannerFor } from './read.ts';

/**
 * Writes a .strings file in which texts of the base file are replaced. Each new text has the same
 * kind of quotes as the text that it replaces.
 */
export async function* patchStrings(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeAppleBase(base);
  const { text } = source;
  const patcher = new StringsPatcher(text, wanted, options);
  const scanner = scannerFor(patcher, options);
  await scanText(text, scanner);
  scanner.end();
  patcher.lines.end(linesOf);
  yield* patcher.lines.edits.apply(source, options.observe);
  return wanted.report;
}

class StringsPatcher implements StringsHandler {
  readonly lines: LineEntries;
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #reader: StringsReader;

  constructor(file: string, wanted: WantedRows, options: PatchOptions) {
    this.lines = new LineEntries(file, wanted);
    this.#file = file;
    this.#wanted = wanted;
    this.#localeTag = onlyLocale(options, 'a .strings file');
    this.#reader = new StringsReader({ ...options, localeTag: this.#localeTag, warn: () => {} });
  }

  entry(entry: StringsEntry): void {
    this.#reader.check(entry);
    const { name, text = name, start, end } = entry;
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, text);
    this.lines.add({ name, start, end, isRemoved: replacement === null });
    if (typeof replacement !== 'string') return;
    const { edits } = this.lines;
    if (entry.text === undefined) {
      edits.insert(entry.keyEnd, ` = ${quote(replacement, name)}`);
      return;
    }
    const { valueStart, valueEnd } = entry;
    const written = this.#file.slice(valueStart, valueEnd);
    const mark = written.startsWith("'") ? "'" : '"';
    const raw = { lf: written.includes('\n'), cr: written.includes('\r') };
    edits.replace(valueStart, valueEnd, quote(replacement, name, mark, raw));
  }

  trailingComment(end: number): void {
    this.lines.extendLast(end);
  }
}

function linesOf({ name, description, values }: FileRow): string[] {
  const comment = commentOf(description, name);
  const entry = `${quote(name, name)} = ${quote(values[0]!.text, name)};`;
  return comment === '' ? [entry] : [...comment.split('\n'), entry];
}
