import { FormatError } from '../../format.ts';
import { newEntry, type StringsEntry, type StringsHandler } from './entry.ts';
import { ESCAPES, nextstepCharacter } from './escapes.ts';

export interface StringsScanLimits {
  keyLength: number;
  valueLength: number;
  commentLength: number;
}

const Mode = { gap: 0, quoted: 1, bare: 2, block: 3, line: 4 } as const;
type Mode = (typeof Mode)[keyof typeof Mode];
const Expected = { key: 0, equals: 1, value: 2, semicolon: 3 } as const;
type Expected = (typeof Expected)[keyof typeof Expected];

const EXPECTED_NAMES = [
  'a key or the end of the file',
  'an equals sign or a semicolon behind the key',
  'a value behind the equals sign',
  'a semicolon behind the value',
];

const LF = 0x0a;
const CR = 0x0d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const STAR = 0x2a;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

const LINE_END = /[\n\r\u2028\u2029]/g;
const HEX_DIGITS = /[0-9a-fA-F]{1,4}/y;
const OCTAL_DIGITS = /[0-7]{1,3}/y;

/** The last comment. It may become the description of the entry that follows. */
interface Comment {
  text: string | null;
  start: number;
  isLine: boolean;
  hasOwnLine: boolean;
}

/**
 * Reads old-style property lists, such as `.strings` files, in pieces. A piece must not end inside a surrogate pair.
 * Only the current entry and its comment are in memory. All errors are {@link FormatError}s with line and column.
 */
export class StringsScanner {
  readonly #handler: StringsHandler;
  readonly #limits: StringsScanLimits;
  #mode: Mode = Mode.gap;
  #expected: Expected = Expected.key;
  #text = '';
  /** The end of the last piece, if it may be an incomplete token. */
  #carried = '';
  #isLast = false;
  #offset = 0;
  #line = 1;
  #lineOffset = 0;
  #quote = DOUBLE_QUOTE;
  #token = '';
  #tokenStart = 0;
  #tokenLine = 1;
  #tokenColumn = 1;
  #isCommentTooLong = false;
  #comment: Comment | null = null;
  #breaks = 0;
  #wasCr = false;
  #breaksSinceEntry = 1;
  #entry: StringsEntry = newEntry();

  constructor(handler: StringsHandler, limits: StringsScanLimits) {
    this.#handler = handler;
    this.#limits = limits;
  }

  /** @throws FormatError, after which the scanner cannot be used */
  write(piece: string): void {
    const text = this.#carried === '' ? piece : this.#carried + piece;
    this.#offset -= this.#carried.length;
    this.#carried = '';
    this.#text = text;
    let at = 0;
    while (at < text.length) {
      if (this.#mode === Mode.gap) at = this.#readGap(at);
      else if (this.#mode === Mode.quoted) at = this.#readQuoted(at);
      else if (this.#mode === Mode.bare) at = this.#readBare(at);
      else if (this.#mode === Mode.block) at = this.#readBlock(at);
      else at = this.#readLineComment(at);
    }
    this.#offset += text.length;
    this.#text = '';
  }

  /**
   * Ends the file. Must be called after the last piece.
   * @throws FormatError if the text is incomplete
   */
  end(): void {
    this.#isLast = true;
    this.write('');
    if (this.#mode === Mode.bare) this.#endToken(0);
    if (this.#mode === Mode.block) throw this.#faultAtToken('the comment has no end');
    if (this.#mode === Mode.quoted) throw this.#faultAtToken('the string has no end');
    if (this.#expected === Expected.key) return;
    this.#startToken(0);
    throw this.#faultAtToken(`the file ends; expected ${EXPECTED_NAMES[this.#expected]}`);
  }

  #readGap(from: number): number {
    const text = this.#text;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        if (!this.#wasCr) this.#breaks += 1;
        this.#newLine(at);
      } else if (code === CR) {
        this.#breaks += 1;
      } else if (!isSpace(code)) {
        return this.#readToken(code, at);
      }
      this.#wasCr = code === CR;
    }
    return at;
  }

  #readToken(code: number, at: number): number {
    this.#wasCr = false;
    if (code === SLASH) {
      const next = this.#text.charCodeAt(at + 1);
      if (Number.isNaN(next) && !this.#isLast) return this.#carry(at);
      if (next === STAR || next === SLASH) {
        this.#startToken(at);
        this.#isCommentTooLong = false;
        this.#mode = next === STAR ? Mode.block : Mode.line;
        return at + 2;
      }
    }
    this.#startToken(at);
    if (code === EQUALS && this.#expected === Expected.equals) {
      this.#expected = Expected.value;
      return at + 1;
    }
    if (
      code === SEMICOLON &&
      this.#expected !== Expected.value &&
      this.#expected !== Expected.key
    ) {
      this.#endEntry(this.#offset + at + 1);
      return at + 1;
    }
    if (this.#expected === Expected.key || this.#expected === Expected.value) {
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        this.#quote = code;
        this.#mode = Mode.quoted;
        return at + 1;
      }
      if (isBare(code)) {
        this.#mode = Mode.bare;
        return at;
      }
    }
    if (code === 0x3c && this.#offset + at === 0) {
      throw this.#faultAtToken(
        'the file is XML; a .strings file has entries such as "key" = "value";',
      );
    }
    const character = String.fromCodePoint(this.#text.codePointAt(at)!);
    throw this.#faultAtToken(
      `unexpected ${JSON.stringify(character)}; expected ${EXPECTED_NAMES[this.#expected]}`,
    );
  }

  #readQuoted(from: number): number {
    const text = this.#text;
    let at = from;
    for (;;) {
      const start = at;
      let code = 0;
      for (; at < text.length; at++) {
        code = text.charCodeAt(at);
        if (code === this.#quote || code === BACKSLASH) break;
        if (code === LF) this.#newLine(at);
      }
      if (at > start) this.#addToToken(text.slice(start, at));
      if (at === text.length) return at;
      if (code === this.#quote) {
        this.#endToken(at + 1);
        return at + 1;
      }
      const next = this.#readEscape(at);
      if (next === -1) return this.#carry(at);
      at = next;
    }
  }

  /**
   * Reads the escape at offset `at` and returns the offset after it. Returns -1 if the piece may
   * end inside the escape.
   */
  #readEscape(at: number): number {
    const text = this.#text;
    const letter = text.charAt(at + 1);
    const isWhole = this.#isLast || at + 6 <= text.length;
    if (letter === '' || (!isWhole && /[Uu0-7]/.test(letter))) return -1;
    if (letter === 'U' || letter === 'u') {
      HEX_DIGITS.lastIndex = at + 2;
      const digits = HEX_DIGITS.exec(text)?.[0];
      if (digits === undefined) {
        throw this.#faultAt(at, `\\${letter} without hexadecimal digits`);
      }
      this.#addToToken(String.fromCharCode(Number.parseInt(digits, 16)));
      return at + 2 + digits.length;
    }
    OCTAL_DIGITS.lastIndex = at + 1;
    const octal = OCTAL_DIGITS.exec(text)?.[0];
    if (octal !== undefined) {
      this.#addToToken(nextstepCharacter(Number.parseInt(octal, 8) & 0xff));
      return at + 1 + octal.length;
    }
    if (letter === '\n') this.#newLine(at + 1);
    this.#addToToken(ESCAPES[letter] ?? letter);
    return at + 2;
  }

  #readBare(from: number): number {
    const text = this.#text;
    let at = from;
    while (at < text.length && isBare(text.charCodeAt(at))) at += 1;
    this.#addToToken(text.slice(from, at));
    if (at < text.length) this.#endToken(at);
    return at;
  }

  #readBlock(from: number): number {
    const text = this.#text;
    const found = text.indexOf('*/', from);
    let end = found === -1 ? text.length : found;
    const isCut = found === -1 && text.endsWith('*') && text.length > from && !this.#isLast;
    if (isCut) end -= 1;
    for (
      let at = text.indexOf('\n', from);
      at !== -1 && at < end;
      at = text.indexOf('\n', at + 1)
    ) {
      this.#newLine(at);
    }
    this.#addToComment(text.slice(from, end));
    if (isCut) return this.#carry(end);
    if (found === -1) return text.length;
    this.#endComment(found + 2, false);
    return found + 2;
  }

  #readLineComment(from: number): number {
    const text = this.#text;
    LINE_END.lastIndex = from;
    const found = LINE_END.exec(text);
    const end = found?.index ?? text.length;
    this.#addToComment(text.slice(from, end));
    if (found) this.#endComment(end, true);
    return end;
  }

  #carry(at: number): number {
    this.#carried = this.#text.slice(at);
    return this.#text.length;
  }

  #startToken(at: number): void {
    this.#token = '';
    this.#tokenStart = this.#offset + at;
    this.#tokenLine = this.#line;
    this.#tokenColumn = this.#offset + at - this.#lineOffset + 1;
  }

  #addToToken(text: string): void {
    this.#token += text;
    const isKey = this.#expected === Expected.key;
    const limit = isKey ? this.#limits.keyLength : this.#limits.valueLength;
    if (this.#token.length <= 2 * limit) return;
    const what = isKey ? 'key name' : 'text';
    throw this.#faultAtToken(`the ${what} has more than ${limit} characters`, false);
  }

  #endToken(at: number): void {
    this.#mode = Mode.gap;
    const end = this.#offset + at;
    const entry = this.#entry;
    if (this.#expected === Expected.value) {
      entry.text = this.#token;
      entry.valueStart = this.#tokenStart;
      entry.valueEnd = end;
      this.#expected = Expected.semicolon;
      return;
    }
    const comment = this.#comment;
    const isBefore =
      comment !== null && (this.#breaks === 0 || (this.#breaks === 1 && comment.hasOwnLine));
    entry.name = this.#token;
    entry.comment = isBefore ? comment.text : undefined;
    entry.line = this.#tokenLine;
    entry.column = this.#tokenColumn;
    entry.start = isBefore ? comment.start : this.#tokenStart;
    entry.keyStart = this.#tokenStart;
    entry.keyEnd = end;
    this.#expected = Expected.equals;
  }

  #endEntry(end: number): void {
    this.#entry.end = end;
    this.#handler.entry(this.#entry);
    this.#entry = newEntry();
    this.#expected = Expected.key;
    this.#comment = null;
    this.#breaks = 0;
    this.#breaksSinceEntry = 0;
  }

  #addToComment(text: string): void {
    if (this.#isCommentTooLong) return;
    this.#token += text;
    if (this.#token.length <= 2 * this.#limits.commentLength) return;
    this.#isCommentTooLong = true;
    this.#token = '';
  }

  #endComment(at: number, isLine: boolean): void {
    this.#mode = Mode.gap;
    if (this.#expected !== Expected.key) return;
    const breaks = this.#breaks;
    this.#breaks = 0;
    this.#breaksSinceEntry += breaks;
    const hasOwnLine = this.#breaksSinceEntry > 0;
    if (!hasOwnLine) this.#handler.trailingComment(this.#offset + at);
    const text = this.#isCommentTooLong ? null : this.#token;
    const last = this.#comment;
    if (isLine && last?.isLine && last.hasOwnLine && breaks === 1) {
      last.text = last.text === null || text === null ? null : `${last.text}\n${text.trim()}`;
      if (last.text !== null && last.text.length > 2 * this.#limits.commentLength) last.text = null;
      return;
    }
    this.#comment = { text: text?.trim() ?? null, start: this.#tokenStart, isLine, hasOwnLine };
  }

  #newLine(at: number): void {
    this.#line += 1;
    this.#lineOffset = this.#offset + at + 1;
  }

  #faultAt(at: number, message: string): FormatError {
    const column = this.#offset + at - this.#lineOffset + 1;
    return this.#fault(message, this.#line, column, true);
  }

  #faultAtToken(message: string, isMalformed = true): FormatError {
    return this.#fault(message, this.#tokenLine, this.#tokenColumn, isMalformed);
  }

  #fault(message: string, line: number, column: number, isMalformed: boolean): FormatError {
    const path = this.#expected === Expected.key ? '' : this.#entry.name;
    return new FormatError(message, { path, line, column, isMalformed });
  }
}

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x2028 || code === 0x2029;

/**
 * True for ASCII letters and digits, and for `_ $ / : . -`, which may occur in strings without
 * quotes.
 */
const isBare = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x2d && code <= 0x3a) ||
  code === 0x5f ||
  code === 0x24;
