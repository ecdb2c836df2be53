import type { FileRow } from '../format.ts';
import { Edits } from './edits.ts';
import type { WantedRows } from './wanted.ts';

/** An entry of a base file, from the start of its comment to its last character. */
interface LineEntry {
  readonly name: string;
  readonly start: number;
  end: number;
  readonly isRemoved: boolean;
}

/**
 * Removes and inserts entries in a file in which each entry begins on a new line. An entry may have
 * a comment before it.
 */
export class LineEntries {
  readonly edits = new Edits();
  readonly newline: string;
  readonly #file: string;
  readonly #wanted: WantedRows;
  /** The last entry. If a comment follows on the same line, the comment becomes a part of the entry. */
  #last: LineEntry | null = null;
  /**
   * Offset after the last entry of the file, even if the entry is removed. -1 if there is no entry.
   */
  #end = -1;
  /**
   * The lines of the last entry, if they are removed. Their last line break is removed too, so
   * a new entry is inserted after it and ends with a line break of its own.
   */
  #gap: { readonly start: number; readonly end: number } | null = null;
  #hasLead = false;
  /** True if a blank line separates entries. Undefined before the second entry. */
  #isSpaced: boolean | undefined;

  constructor(file: string, wanted: WantedRows) {
    this.#file = file;
    this.#wanted = wanted;
    this.newline = /\r\n|\r|\n/.exec(file)?.[0] ?? '\n';
  }

  add(entry: LineEntry): void {
    if (this.#last !== null) {
      const gap = this.#file.slice(this.#last.end, entry.start);
      this.#isSpaced ??= /(?:\r\n|\r(?!\n)|\n)[\t\f ]*[\r\n]/.test(gap);
    }
    this.#settle();
    this.#last = { ...entry };
  }

  /** Extends the last entry by a comment that follows on its line. */
  extendLast(end: number): void {
    if (this.#last !== null) this.#last.end = end;
  }

  /** Inserts the rows that the base file lacks. `linesOf` returns the lines of a row. */
  end(linesOf: (row: FileRow) => readonly string[], start = -1): void {
    this.#settle();
    if (start !== -1) this.#isSpaced ??= false;
    if (this.#end === -1) this.#end = start;
    for (const { row, place } of this.#wanted.newRows()) this.#insert(linesOf(row), place);
  }

  #settle(): void {
    const last = this.#last;
    if (last === null) return;
    this.#end = last.end;
    this.#gap = last.isRemoved ? this.#remove(last.start, last.end) : null;
    if (!last.isRemoved) this.#wanted.setPlace(last.name, last.end);
  }

  /**
   * Removes an entry. The blank lines before and after the entry become one blank line. Returns the
   * removed lines. Null if other text is on the line of the entry.
   */
  #remove(from: number, to: number): { start: number; end: number } | null {
    const file = this.#file;
    let start = from;
    while (/[\t\f ]/.test(file.charAt(start - 1))) start -= 1;
    const isLineStart = start === 0 || /[\r\n]/.test(file.charAt(start - 1));
    const rest = lineEndAt(file, to);
    if (!isLineStart || rest === null) {
      this.edits.replace(from, to, '');
      return null;
    }
    const after = lineEndAt(file, rest);
    const end = after !== null && this.#isAfterBlank(start) ? after : rest;
    this.edits.replace(start, end, '');
    return { start, end };
  }

  /** True if a line is the first line, or if the line before it is blank. */
  #isAfterBlank(start: number): boolean {
    return start === 0 || /(?:\n\r?\n|\r\r)$/.test(this.#file.slice(Math.max(0, start - 3), start));
  }

  #insert(lines: readonly string[], place: number | null): void {
    const { newline } = this;
    const text = lines.join(newline);
    const isApart = this.#isSpaced ?? lines.length > 1;
    this.#wanted.report.inserted += 1;
    const end = place ?? this.#end;
    if (place === null && this.#gap !== null) {
      const { start } = this.#gap;
      const isLed = isApart && (this.#hasLead || !this.#isAfterBlank(start));
      this.#hasLead = true;
      const lead = isLed ? this.#breaksAt(start, 1) : '';
      this.edits.insert(this.#gap.end, lead + text + newline);
    } else if (end !== -1) {
      this.edits.insert(end, this.#breaksAt(end, isApart ? 2 : 1) + text);
    } else {
      this.edits.insert(this.#file.length, this.#takeLead() + text + newline);
    }
  }

  /**
   * Returns the line breaks before the first entry of a file without entries. A comment of the file
   * must not become the description of the entry.
   */
  #takeLead(): string {
    if (this.#hasLead) return '';
    this.#hasLead = true;
    const file = this.#file;
    if (/^\s*$/.test(file)) return file === '' || /[\r\n]$/.test(file) ? '' : this.newline;
    const breaks = /(?:(?:\r\n|[\r\n])[\t\f ]*){0,2}$/.exec(file)![0].match(/\r\n|[\r\n]/g) ?? [];
    return this.#breaksAt(file.length, 2 - breaks.length);
  }

  /** Returns line breaks for an insertion. A `\n` after a `\r` would belong to the same line break. */
  #breaksAt(offset: number, count: number): string {
    return (this.#file.charAt(offset - 1) === '\r' ? '\r' : this.newline).repeat(count);
  }
}

/** Returns the offset after the line break. Null if other text comes before the line break. */
function lineEndAt(file: string, from: number): number | null {
  const blank = /[\t\f ]*(?:\r\n|\r|\n)/y;
  blank.lastIndex = from;
  return blank.test(file) ? blank.lastIndex : null;
}
