import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { LineEntries } from '../patch/line-entries.ts';
import { onlyLocale } from '../patch/only-locale.ts';
import { scanText } from '../patch/scan.ts';
import { WantedRows } from '../patch/wanted.ts';
import { decodePropertiesBase } from './charset.ts';
import { commentLines } from './comments.ts';
import type { PropertiesEntry, PropertiesHandler } from './entry.ts';
import { escapeKey, escapeValue, LATIN_1, type Spelling, spellingOf } from './escapes.ts';
import { PropertiesReader, scannerFor } from './read.ts';

/**
 * Writes a .properties file in which texts of the base file are replaced. A new text is on a single
 * line.
 */
export async function* patchProperties(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodePropertiesBase(base, options);
  const isLatin1 = source.encoding === 'iso-8859-1';
  const patcher = new PropertiesPatcher(source.text, wanted, { options, isLatin1 });
  const scanner = scannerFor(patcher, options);
  await scanText(source.text, scanner);
  scanner.end();
  patcher.lines.end((row) => patcher.linesOf(row));
  yield* patcher.lines.edits.apply(source, options.observe);
  return wanted.report;
}

class PropertiesPatcher implements PropertiesHandler {
  readonly lines: LineEntries;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #reader: PropertiesReader;
  readonly #spelling: Spelling;
  /** Matches characters that must be escaped in comments. */
  readonly #unwritable: RegExp | null;
  /**
   * Separator for new entries. It is copied from the first entry in the file that is separated by
   * `=` or `:`.
   */
  #separator: string | undefined;

  constructor(
    file: string,
    wanted: WantedRows,
    { options, isLatin1 }: { options: PatchOptions; isLatin1: boolean },
  ) {
    this.lines = new LineEntries(file, wanted);
    this.#wanted = wanted;
    this.#localeTag = onlyLocale(options, 'a .properties file');
    this.#reader = new PropertiesReader({ ...options, localeTag: this.#localeTag, warn: () => {} });
    this.#spelling = spellingOf(file, isLatin1, options);
    this.#unwritable = isLatin1 ? LATIN_1.unwritable : null;
  }

  entry(entry: PropertiesEntry): void {
    this.#reader.check(entry);
    const { name, text, start, separator } = entry;
    if (/^[^\\]*[=:][^\\]*$/.test(separator)) this.#separator ??= separator;
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, text);
    const isRemoved = replacement === null;
    // Removes a backslash at the end of the file together with its entry, because a single
    // backslash is itself an entry.
    this.lines.add({ name, start, end: isRemoved ? entry.lineEnd : entry.end, isRemoved });
    if (typeof replacement !== 'string') return;
    const written = escapeValue(replacement, name, this.#spelling);
    const lead = separator === '' ? (this.#separator ?? '=') : '';
    this.lines.edits.replace(entry.valueStart, entry.valueEnd, lead + written);
  }

  linesOf({ name, description, values }: FileRow): string[] {
    const key = escapeKey(name, this.#spelling);
    const value = escapeValue(values[0]!.text, name, this.#spelling);
    const entry = `${key}${this.#separator ?? '='}${value}`;
    return [...commentLines(description, name, this.#unwritable), entry];
  }
}
