import type { FileRow, PatchOptions, PatchReport } from '../../format.ts';
import { Edits } from '../../patch/edits.ts';
import { scanText } from '../../patch/scan.ts';
import { type NewRow, WantedRows } from '../../patch/wanted.ts';
import { decodeAppleBase } from '../encoding.ts';
import { commentOf } from './comments.ts';
import type { StringsEntry, StringsHandler } from './entry.ts';
import { quote } from './escapes.ts';
import { StringsReader, scannerFor } from './read.ts';

/** Writes a .strings file with other texts. Strings keep their quotes and their raw line breaks. */
export async function* patchStrings(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  if (options.localeTags.length !== 1)
    throw new RangeError('a .strings file contains exactly one locale');
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeAppleBase(base);
  const { text } = source;
  const patcher = new StringsPatcher(text, wanted, options);
  const scanner = scannerFor(patcher, options);
  await scanText(text, scanner);
  scanner.end();
  patcher.end();
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

class StringsPatcher implements StringsHandler {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #reader: StringsReader;
  readonly #newline: string;
  /** The last entry. A comment on its line may still move its end. */
  #last: { name: string; start: number; end: number; isRemoved: boolean } | null = null;
  /** End of the last entry, kept or removed, or -1. */
  #end = -1;
  /** True if the file has blank lines between entries; undefined before its second entry. */
  #isSpaced: boolean | undefined;

  constructor(file: string, wanted: WantedRows, options: PatchOptions) {
    this.#file = file;
    this.#wanted = wanted;
    this.#localeTag = options.localeTags[0]!;
    this.#newline = /\r\n|\r|\n/.exec(file)?.[0] ?? '\n';
    this.#reader = new StringsReader({ ...options, localeTag: this.#localeTag, warn: () => {} });
  }

  entry(entry: StringsEntry): void {
    this.#reader.check(entry);
    if (this.#last !== null) {
      const gap = this.#file.slice(this.#last.end, entry.start);
      this.#isSpaced ??= /(?:\r\n|\r(?!\n)|\n)[\t ]*[\r\n]/.test(gap);
    }
    this.#settle();
    const { name, text = name, start, end } = entry;
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, text);
    this.#last = { name, start, end, isRemoved: replacement === null };
    if (typeof replacement !== 'string') return;
    if (entry.text === undefined) {
      this.edits.insert(entry.keyEnd, ` = ${quote(replacement, name)}`);
      return;
    }
    const { valueStart, valueEnd } = entry;
    const written = this.#file.slice(valueStart, valueEnd);
    const mark = written.startsWith("'") ? "'" : '"';
    const raw = { lf: written.includes('\n'), cr: written.includes('\r') };
    this.edits.replace(valueStart, valueEnd, quote(replacement, name, mark, raw));
  }

  trailingComment(end: number): void {
    if (this.#last !== null) this.#last.end = end;
  }

  end(): void {
    this.#settle();
    for (const added of this.#wanted.newRows()) this.#insert(added);
  }

  #settle(): void {
    const last = this.#last;
    if (last === null) return;
    this.#end = last.end;
    if (last.isRemoved) this.#remove(last.start, last.end);
    else this.#wanted.setPlace(last.name, last.end);
  }

  /** Removes an entry. If nothing else is on its line, removes the line too, and one of two blank lines around it. */
  #remove(from: number, to: number): void {
    const file = this.#file;
    let start = from;
    while (/[\t ]/.test(file.charAt(start - 1))) start -= 1;
    const isLineStart = start === 0 || /[\r\n]/.test(file.charAt(start - 1));
    const rest = lineEndAt(file, to);
    if (!isLineStart || rest === null) {
      this.edits.replace(from, to, '');
      return;
    }
    const after = lineEndAt(file, rest);
    const isAfterBlank = start === 0 || /(?:\n\r?\n|\r\r)$/.test(file.slice(start - 3, start));
    this.edits.replace(start, after !== null && isAfterBlank ? after : rest, '');
  }

  #insert({ row: { name, description, values }, place }: NewRow): void {
    const newline = this.#newline;
    const comment = commentOf(description, name);
    const entry = `${quote(name, name)} = ${quote(values[0]!.text, name)};`;
    const lines = comment === '' ? entry : comment + newline + entry;
    const isApart = this.#isSpaced ?? comment !== '';
    this.#wanted.report.inserted += 1;
    const end = place ?? this.#end;
    if (end !== -1) {
      this.edits.insert(end, newline + (isApart ? newline : '') + lines);
      return;
    }
    const { length } = this.#file;
    const isLineStart = length === 0 || /[\r\n]$/.test(this.#file);
    this.edits.insert(length, (isLineStart ? '' : newline) + lines + newline);
  }
}

/** Returns the offset after the line break if the rest of the line is blank, or null. */
function lineEndAt(file: string, from: number): number | null {
  const blank = /[\t ]*(?:\r\n|\r|\n)/y;
  blank.lastIndex = from;
  return blank.test(file) ? blank.lastIndex : null;
}
