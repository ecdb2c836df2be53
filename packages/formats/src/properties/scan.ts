import { FormatError, type FormatLimits } from '../format.ts';
import { commentText } from './comments.ts';
import type { PropertiesHandler } from './entry.ts';
import { EntryFault, nameIn, parseEntry } from './parse-entry.ts';

const BLANK = /[ \t\f]*/y;
const BREAK = /[\r\n]/g;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Maximum length of an escaped character. It may consist of two escapes of six characters each. */
const ESCAPED_LENGTH = 12;
/**
 * Maximum total length of the line breaks and indentation inside an entry, which are not part of
 * its text.
 */
const SPARE_LENGTH = 64 * 1024;

type Kind = 'start' | 'comment' | 'entry';

interface Comment {
  readonly start: number;
  readonly lines: string[];
  length: number;
}

/**
 * Reads `.properties` files in pieces, by the rules of `java.util.Properties`. Only the current
 * entry and its comment are held in memory. All errors are {@link FormatError}s with line and
 * column.
 */
export class PropertiesScanner {
  readonly #handler: PropertiesHandler;
  readonly #maxLength: number;
  readonly #maxName: number;
  readonly #maxComment: number;
  readonly #decodesComments: boolean;
  #kind: Kind = 'start';
  #lines: string[] = [];
  #line = '';
  #length = 0;
  #spareLength = 0;
  #endsInReturn = false;
  #isContinued = false;
  #comment: Comment | null = null;
  #offset = 0;
  #start = 0;
  #lineNumber = 1;
  #lineOffset = 0;
  #entryLine = 1;
  #entryColumn = 1;

  /** @param decodesComments - True if comments contain escapes, as in files in ISO-8859-1 */
  constructor(handler: PropertiesHandler, limits: FormatLimits, decodesComments: boolean) {
    this.#handler = handler;
    this.#maxLength = ESCAPED_LENGTH * (limits.keyNameLength + limits.valueLength);
    this.#maxName = ESCAPED_LENGTH * limits.keyNameLength;
    this.#maxComment = limits.descriptionLength * ESCAPED_LENGTH;
    this.#decodesComments = decodesComments;
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    let at = 0;
    if (this.#endsInReturn && piece !== '') {
      this.#endsInReturn = false;
      if (piece.startsWith('\n')) {
        if (this.#isContinued) this.#lines.push('\n');
        this.#lineOffset += 1;
        at = 1;
      }
    }
    const hasReturn = piece.includes('\r');
    while (at < piece.length) {
      const end = endOfLine(piece, at, hasReturn);
      this.#take(piece.slice(at, end), this.#offset + at);
      at = end;
      if (end === piece.length) break;
      const isReturn = piece.charCodeAt(end) === RETURN;
      const isPair = isReturn && piece.charCodeAt(end + 1) === NEWLINE;
      at += isPair ? 2 : 1;
      this.#endsInReturn = isReturn && !isPair && at === piece.length;
      this.#endLine(isPair ? '\r\n' : isReturn ? '\r' : '\n', this.#offset + end);
      this.#lineNumber += 1;
      this.#lineOffset = this.#offset + at;
    }
    this.#offset += piece.length;
  }

  /** Ends the scan. Call this after the last piece of the file. */
  end(): void {
    this.#isContinued = false;
    this.#finishLine(this.#offset, true);
  }

  #take(text: string, offset: number): void {
    let rest = text;
    let start = offset;
    if (
      isBlank(text.charCodeAt(0)) &&
      (this.#kind === 'start' || (this.#isContinued && this.#line === ''))
    ) {
      BLANK.lastIndex = 0;
      const blanks = BLANK.exec(text)![0].length;
      rest = text.slice(blanks);
      start += blanks;
      if (this.#isContinued) this.#keepBlanks(text.slice(0, blanks));
    }
    if (rest === '') return;
    if (this.#kind === 'start') this.#begin(rest, start);
    if (this.#kind === 'comment' && this.#line.length > this.#maxComment) return;
    this.#line += rest;
    if (this.#kind === 'entry') this.#count(rest.length);
  }

  #keepBlanks(blanks: string): void {
    if (blanks === '') return;
    this.#lines.push(blanks);
    this.#countSpare(blanks.length);
  }

  #begin(text: string, start: number): void {
    this.#start = start;
    this.#entryLine = this.#lineNumber;
    this.#entryColumn = start - this.#lineOffset + 1;
    this.#kind = text.startsWith('#') || text.startsWith('!') ? 'comment' : 'entry';
  }

  #count(length: number): void {
    this.#length += length;
    if (this.#length > this.#maxLength) throw this.#tooLong(`${this.#maxLength} characters`);
  }

  #countSpare(length: number): void {
    this.#spareLength += length;
    if (this.#spareLength <= SPARE_LENGTH) return;
    throw this.#tooLong(`${SPARE_LENGTH} line breaks and blanks`);
  }

  #tooLong(what: string): FormatError {
    const start = (this.#lines.join('') + this.#line).slice(0, this.#maxName);
    return this.#fault(`the entry has more than ${what}`, nameIn(start), 0, '');
  }

  #endLine(lineBreak: string, end: number): void {
    const backslashes = this.#kind === 'entry' ? trailingBackslashes(this.#line) : 0;
    this.#isContinued = backslashes % 2 === 1;
    if (!this.#isContinued) {
      this.#finishLine(end, false);
      return;
    }
    this.#lines.push(this.#line, lineBreak);
    this.#countSpare(lineBreak.length);
    this.#line = '';
  }

  #finishLine(end: number, isLast: boolean): void {
    if (this.#kind === 'comment') this.#finishComment();
    else if (this.#kind === 'entry') this.#finishEntry(end, isLast);
    else if (!isLast) this.#comment = null;
    this.#kind = 'start';
    this.#line = '';
  }

  #finishComment(): void {
    this.#comment ??= { start: this.#start, lines: [], length: 0 };
    const comment = this.#comment;
    comment.length += this.#line.length;
    if (comment.length <= this.#maxComment) comment.lines.push(this.#line);
  }

  #finishEntry(end: number, isLast: boolean): void {
    let line = this.#lines.length === 0 ? this.#line : this.#lines.join('') + this.#line;
    const isOpen = isLast && trailingBackslashes(this.#line) % 2 === 1;
    if (isOpen) line = line.slice(0, -1);
    const comment = this.#comment;
    const parsed = this.#parse(line);
    this.#handler.entry({
      name: parsed.name,
      text: parsed.text,
      comment: comment === null ? undefined : this.#textOf(comment),
      line: this.#entryLine,
      column: this.#entryColumn,
      start: comment?.start ?? this.#start,
      keyEnd: this.#start + parsed.keyEnd,
      separator: line.slice(parsed.keyEnd, parsed.valueStart),
      valueStart: this.#start + parsed.valueStart,
      valueEnd: this.#start + parsed.valueEnd,
      end: isOpen ? end - 1 : end,
      lineEnd: end,
    });
    this.#comment = null;
    if (this.#lines.length > 0) this.#lines = [];
    this.#length = 0;
    this.#spareLength = 0;
  }

  #parse(line: string) {
    try {
      return parseEntry(line);
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error;
      throw this.#fault(error.message, nameIn(line), error.offset, line);
    }
  }

  #textOf({ lines, length }: Comment): string | null {
    return length > this.#maxComment ? null : commentText(lines, this.#decodesComments);
  }

  #fault(message: string, path: string, offset: number, line: string): FormatError {
    const before = line.slice(0, offset).split(/\r\n|[\r\n]/);
    const column = before.at(-1)!.length + (before.length === 1 ? this.#entryColumn : 1);
    return new FormatError(message, { path, line: this.#entryLine + before.length - 1, column });
  }
}

/** Returns the offset of the next line break. Returns the length of the text if there is none. */
function endOfLine(text: string, from: number, hasReturn: boolean): number {
  if (!hasReturn) {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  }
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? text.length;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0c;

function trailingBackslashes(line: string): number {
  let at = line.length;
  while (at > 0 && line.charCodeAt(at - 1) === 0x5c) at -= 1;
  return line.length - at;
}
