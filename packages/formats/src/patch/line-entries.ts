import type { FileRow } from '../format.ts';
import { Edits } from './edits.ts';
import type { WantedRows } from './wanted.ts';

/** An entry of a base, from its comment to its last character. */
interface LineEntry {
  readonly name: string;
  readonly start: number;
  end: number;
  readonly isRemoved: boolean;
}

/**
 * Removes and inserts entries of a file with one entry a line, with comments before entries and perhaps blank lines
 * between them.
 */
export class LineEntries {
  readonly edits = new Edits();
  /** Line break of the file. */
  readonly newline: string;
  readonly #file: string;
  readonly #wanted: WantedRows;
  /** The last entry. A comment on its line may still move its end. */
  #last: LineEntry | null = null;
  /** End of the last entry, kept or removed, or -1. */
  #end = -1;
  /** True if the file has blank lines between entries; undefined before its second entry. */
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

  /** Moves the end of the last entry behind what follows on its line. */
  extendLast(end: number): void {
    if (this.#last !== null) this.#last.end = end;
  }

  /**
   * Inserts the rows that the base lacks. `linesOf` returns the lines of a row: its comment, if any, and its entry. In a
   * file without entries, they go behind `start`, or to the end of the file.
   */
  end(linesOf: (row: FileRow) => readonly string[], start = -1): void {
    this.#settle();
    // Elements of XML have several lines each, and no blank ones between them.
    if (start !== -1) this.#isSpaced ??= false;
    if (this.#end === -1) this.#end = start;
    for (const { row, place } of this.#wanted.newRows()) this.#insert(linesOf(row), place);
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
    while (/[\t\f ]/.test(file.charAt(start - 1))) start -= 1;
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

  #insert(lines: readonly string[], place: number | null): void {
    const { newline } = this;
    const text = lines.join(newline);
    const isApart = this.#isSpaced ?? lines.length > 1;
    this.#wanted.report.inserted += 1;
    const end = place ?? this.#end;
    if (end !== -1) {
      this.edits.insert(end, newline + (isApart ? newline : '') + text);
      return;
    }
    const { length } = this.#file;
    const isLineStart = length === 0 || /[\r\n]$/.test(this.#file);
    this.edits.insert(length, (isLineStart ? '' : newline) + text + newline);
  }
}

/** Returns the offset after the line break if the rest of the line is blank, or null. */
function lineEndAt(file: string, from: number): number | null {
  const blank = /[\t\f ]*(?:\r\n|\r|\n)/y;
  blank.lastIndex = from;
  return blank.test(file) ? blank.lastIndex : null;
}
