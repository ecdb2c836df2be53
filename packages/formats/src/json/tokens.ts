import { FormatError } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { isHighSurrogate, isLongerThan } from '../text/utf8.ts';

/** Callbacks of a {@link JsonTokenizer}, called in the order of the text. */
export interface JsonTokenHandler {
  startObject(): void;
  endObject(): void;
  startArray(): void;
  endArray(): void;
  /** The name of the member whose value follows. */
  member(name: string): void;
  /** A string's text; if a `stringSink` is set, what has not gone there yet. */
  string(text: string): void;
  /** A number, `true`, `false` or `null`, as the source has it (`1.10`, `1e5`). */
  literal(source: string): void;
  /** Path of the value that comes next or is being read, for errors. */
  path(): string;
}

export interface JsonTokenLimits {
  /** Maximum number of objects and arrays that are open at once. */
  depth: number;
  memberLength: number;
  /** Longest string or number, in characters; does not bind strings that go to a sink. */
  valueLength: number;
}

const State = {
  value: 0,
  valueOrEnd: 1,
  member: 2,
  memberOrEnd: 3,
  colon: 4,
  after: 5,
  done: 6,
} as const;
type State = (typeof State)[keyof typeof State];

/** A token that the end of a piece has cut. */
type Unfinished = 'string' | 'number' | 'literal' | null;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const HEX = /^[0-9a-fA-F]{4}$/;
// With the flag `u`, a surrogate that has its other half is no match.
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/**
 * A strict JSON reader (RFC 8259) over pieces of text. It holds nothing but the token that it is
 * in, the kinds of the open objects and arrays, and the names of their members, of which duplicate
 * ones are refused (RFC 8259 section 4 leaves their meaning open). It never recurses.
 *
 * Every fault is a {@link FormatError} with line and column, counted in code units from 1.
 *
 * One class, since it is one state machine that any character may leave in any state; runs of plain
 * characters are cut out of the piece whole, which is what makes it fast.
 */
export class JsonTokenizer {
  /**
   * If set when a string begins that is a value, the part of its text that is read goes here at the end of
   * each piece, also if it is short; no piece splits a surrogate pair.
   */
  stringSink: ((piece: string) => void) | null = null;
  /** Makes the fault of a character that cannot be stored, at an index of text that comes next to `stringSink`. */
  faultInSink: ((message: string, text: string, index: number) => FormatError) | null = null;

  readonly #handler: JsonTokenHandler;
  readonly #limits: JsonTokenLimits;
  #state: State = State.value;
  #unfinished: Unfinished = null;
  /** For each open object the names of its members; null for an array. */
  readonly #open: (NameIndex | null)[] = [];

  #text = '';
  /** Characters before `#text`, and before the current line; their difference is the column. */
  #offset = 0;
  #lineOffset = 0;
  #line = 1;
  #tokenOffset = 0;
  #stringEnd = 0;

  /** The part of the current token that is read. */
  #token = '';
  #isMember = false;
  #hasEscape = false;
  #isSinking = false;
  /** The start of an escape sequence that the end of a piece has cut. */
  #cutEscape = '';
  #literal = '';

  constructor(handler: JsonTokenHandler, limits: JsonTokenLimits) {
    this.#handler = handler;
    this.#limits = limits;
  }

  /** Start of the current token. */
  get position(): { line: number; column: number } {
    return { line: this.#line, column: this.#tokenOffset - this.#lineOffset + 1 };
  }

  /** Offset of the current token in the whole text, in code units. */
  get tokenStart(): number {
    return this.#tokenOffset;
  }

  /** Offset behind the closing quote of the last string or member name. */
  get stringEnd(): number {
    return this.#stringEnd;
  }

  /** The names of the members so far of the innermost object that is open; null in an array. */
  get memberNames(): NameIndex | null {
    return this.#open.at(-1) ?? null;
  }

  /** @throws FormatError; use the tokenizer no more afterwards. */
  write(piece: string): void {
    const carried = this.#cutEscape;
    const text = carried === '' ? piece : carried + piece;
    this.#cutEscape = '';
    this.#text = text;
    this.#offset -= carried.length;

    let at = this.#resume();
    const end = text.length;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === SPACE || code === TAB || code === CR) {
        at += 1;
      } else if (code === LF) {
        at += 1;
        this.#line += 1;
        this.#lineOffset = this.#offset + at;
      } else {
        this.#tokenOffset = this.#offset + at;
        at = this.#readToken(code, at);
      }
    }
    this.#offset += end;
    this.#text = '';
  }

  /** To be called after the last piece. @throws FormatError if the text is not complete. */
  end(): void {
    if (this.#unfinished === 'number') this.#endNumber();
    if (this.#unfinished === null && this.#state === State.done) return;
    const what =
      this.#unfinished !== null
        ? `inside a ${this.#unfinished}`
        : this.#open.length > 0
          ? `before ${this.#open.at(-1) === null ? 'an array' : 'an object'} is closed`
          : 'before any value';
    this.#tokenOffset = this.#offset;
    throw this.#malformed(`the JSON text ends ${what}`);
  }

  #resume(): number {
    if (this.#unfinished === null) return 0;
    if (this.#unfinished === 'string') return this.#readString(0);
    return this.#unfinished === 'number' ? this.#readNumber(0) : this.#readLiteral(0);
  }

  #readToken(code: number, at: number): number {
    switch (this.#state) {
      case State.after:
        if (code === COMMA) {
          this.#state = this.#open.at(-1) === null ? State.value : State.member;
          return at + 1;
        }
        return this.#readEnd(code, at, 'a comma or the end of the');
      case State.colon:
        if (code !== COLON) throw this.#unexpected(at, 'a colon');
        this.#state = State.value;
        return at + 1;
      case State.memberOrEnd:
        if (code === CLOSE_OBJECT) return this.#readEnd(code, at, '');
        return this.#readMember(code, at, 'a member name or the end of the object');
      case State.member:
        return this.#readMember(code, at, 'a member name in double quotes');
      case State.valueOrEnd:
        if (code === CLOSE_ARRAY) return this.#readEnd(code, at, '');
        return this.#readValue(code, at);
      case State.value:
        return this.#readValue(code, at);
      default:
        throw this.#unexpected(at, 'the end of the JSON text');
    }
  }

  #readMember(code: number, at: number, expected: string): number {
    if (code !== QUOTE) throw this.#unexpected(at, expected);
    this.#isMember = true;
    return this.#readString(at + 1);
  }

  #readValue(code: number, at: number): number {
    switch (code) {
      case QUOTE:
        this.#isMember = false;
        this.#isSinking = this.stringSink !== null;
        return this.#readString(at + 1);
      case OPEN_OBJECT:
        this.#startContainer(new NameIndex(), State.memberOrEnd);
        this.#handler.startObject();
        return at + 1;
      case OPEN_ARRAY:
        this.#startContainer(null, State.valueOrEnd);
        this.#handler.startArray();
        return at + 1;
      case 0x74:
        this.#literal = 'true';
        return this.#readLiteral(at);
      case 0x66:
        this.#literal = 'false';
        return this.#readLiteral(at);
      case 0x6e:
        this.#literal = 'null';
        return this.#readLiteral(at);
      default:
        if (code !== MINUS && !(code >= 0x30 && code <= 0x39)) {
          throw this.#unexpected(at, 'a value');
        }
        return this.#readNumber(at);
    }
  }

  #startContainer(members: NameIndex | null, state: State): void {
    if (this.#open.length >= this.#limits.depth) {
      throw this.#fault(`nested deeper than ${this.#limits.depth} levels`);
    }
    this.#open.push(members);
    this.#state = state;
  }

  #readEnd(code: number, at: number, expected: string): number {
    const members = this.#open.at(-1);
    if (code === (members === null ? CLOSE_ARRAY : CLOSE_OBJECT)) {
      this.#open.pop();
      this.#endValue();
      if (members === null) this.#handler.endArray();
      else this.#handler.endObject();
      return at + 1;
    }
    throw this.#unexpected(at, `${expected} ${members === null ? 'array' : 'object'}`);
  }

  #endValue(): void {
    this.#state = this.#open.length === 0 ? State.done : State.after;
  }

  /** Reads on in a string from `start`; gives the place behind it, or the end of the piece. */
  #readString(start: number): number {
    const text = this.#text;
    const end = text.length;
    let at = start;
    for (;;) {
      const from = at;
      let code = 0;
      while (at < end) {
        code = text.charCodeAt(at);
        if (code === QUOTE || code === BACKSLASH || code < SPACE) break;
        at += 1;
      }
      if (at < end && code === QUOTE) {
        const run = text.slice(from, at);
        this.#stringEnd = this.#offset + at + 1;
        this.#endString(this.#token === '' ? run : this.#token + run);
        return at + 1;
      }
      if (at > from) this.#addToToken(text.slice(from, at));
      if (at < end && code !== BACKSLASH) throw this.#controlCharacter(code, at);
      if (at < end) at = this.#readEscape(at);
      if (at >= end) {
        this.#unfinished = 'string';
        if (this.#isSinking) this.#flushToSink();
        return end;
      }
    }
  }

  /** Reads the escape sequence at `at`; gives the place behind it, or the end of the piece. */
  #readEscape(at: number): number {
    const text = this.#text;
    const letter = text.charAt(at + 1);
    this.#hasEscape = true;
    const size = letter === 'u' ? 6 : 2;
    if (text.length < at + size) {
      this.#cutEscape = text.slice(at);
      return text.length;
    }
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6);
      if (!HEX.test(digits))
        throw this.#malformedAt(at, 'the escape \\u needs four hexadecimal digits');
      this.#addToToken(String.fromCharCode(Number.parseInt(digits, 16)));
    } else {
      const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
      if (character === undefined) {
        throw this.#malformedAt(at, `there is no escape ${JSON.stringify(`\\${letter}`)} in JSON`);
      }
      this.#addToToken(character);
    }
    return at + size;
  }

  #addToToken(run: string): void {
    this.#token += run;
    if (this.#isSinking) return;
    const limit = this.#isMember ? this.#limits.memberLength : this.#limits.valueLength;
    if (this.#token.length > limit * 2) throw this.#tooLong();
  }

  #endString(text: string): void {
    this.#unfinished = null;
    this.#token = '';
    if (this.#hasEscape) this.#checkEscaped(text);
    if (this.#isMember) {
      this.#endMember(text);
      return;
    }
    this.#endValue();
    if (!this.#isSinking && text.length > this.#limits.valueLength) this.#checkLength(text);
    this.#isSinking = false;
    this.#handler.string(text);
  }

  #endMember(name: string): void {
    this.#state = State.colon;
    if (name.length > this.#limits.memberLength) this.#checkLength(name);
    const members = this.#open.at(-1);
    if (members === null || members === undefined) throw new Error('a member outside an object');
    if (members.add(name) !== -1) {
      throw this.#fault(`duplicate member ${JSON.stringify(name)} in an object`);
    }
    this.#handler.member(name);
  }

  /** Hands on what is there of a string, but for a surrogate whose other half may follow. */
  #flushToSink(): void {
    let piece = this.#token;
    this.#token = '';
    if (piece !== '' && isHighSurrogate(piece.charCodeAt(piece.length - 1))) {
      this.#token = piece.slice(-1);
      piece = piece.slice(0, -1);
    }
    if (piece === '') return;
    if (this.#hasEscape) {
      this.#checkEscaped(piece);
      this.#hasEscape = this.#token !== '' || this.#cutEscape !== '';
    }
    this.stringSink?.(piece);
  }

  /** Only escapes can bring in what cannot be stored: raw U+0000 is refused, UTF-8 has no surrogates. */
  #checkEscaped(text: string): void {
    this.#hasEscape = false;
    const index = text.search(UNSTORABLE);
    if (index === -1) return;
    const what = text[index] === '\0' ? 'U+0000, which cannot be stored' : 'an unpaired surrogate';
    const message = `the string contains ${what}`;
    const inSink = this.#isSinking ? this.faultInSink : null;
    throw inSink ? inSink(message, text, index) : this.#fault(message);
  }

  #checkLength(text: string): void {
    const limit = this.#isMember ? this.#limits.memberLength : this.#limits.valueLength;
    if (isLongerThan(text, limit)) throw this.#tooLong();
  }

  #readNumber(start: number): number {
    const text = this.#text;
    let at = start;
    while (at < text.length && isInNumber(text.charCodeAt(at))) at += 1;
    this.#token += text.slice(start, at);
    if (this.#token.length > this.#limits.valueLength) {
      this.#isMember = false;
      throw this.#tooLong();
    }
    this.#unfinished = 'number';
    if (at < text.length) this.#endNumber();
    return at;
  }

  #endNumber(): void {
    const source = this.#token;
    this.#token = '';
    this.#unfinished = null;
    if (!NUMBER.test(source))
      throw this.#malformed(`${JSON.stringify(source)} is not a JSON number`);
    this.#endValue();
    this.#handler.literal(source);
  }

  #readLiteral(start: number): number {
    const rest = this.#literal.slice(this.#token.length);
    const found = this.#text.slice(start, start + rest.length);
    if (!rest.startsWith(found)) {
      throw this.#malformed(
        `expected ${this.#literal}, found ${JSON.stringify(this.#token + found)}`,
      );
    }
    if (found.length < rest.length) {
      this.#token += found;
      this.#unfinished = 'literal';
      return this.#text.length;
    }
    this.#token = '';
    this.#unfinished = null;
    this.#endValue();
    this.#handler.literal(this.#literal);
    return start + rest.length;
  }

  #tooLong(): FormatError {
    return this.#isMember
      ? this.#fault(`a member name has more than ${this.#limits.memberLength} characters`)
      : this.#fault(`the string has more than ${this.#limits.valueLength} characters`);
  }

  #controlCharacter(code: number, at: number): FormatError {
    const hex = code.toString(16).toUpperCase().padStart(4, '0');
    return this.#malformedAt(at, `U+${hex} in a string must be written as an escape`);
  }

  #unexpected(at: number, expected: string): FormatError {
    const found = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
    return this.#malformed(`expected ${expected}, found ${JSON.stringify(found)}`);
  }

  #malformedAt(at: number, message: string): FormatError {
    this.#tokenOffset = this.#offset + at;
    return this.#malformed(message);
  }

  /** For what is not JSON. */
  #malformed(message: string): FormatError {
    return this.#fault(message, true);
  }

  #fault(message: string, isMalformed = false): FormatError {
    return new FormatError(message, { path: this.#handler.path(), ...this.position, isMalformed });
  }
}

/** True if the character can be in a number; `NUMBER` decides whether they make one. */
function isInNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === MINUS ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x45 ||
    code === 0x65
  );
}
