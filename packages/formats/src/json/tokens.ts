import { FormatError } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { Comments } from './comments.ts';
import { StringToken } from './string-token.ts';
import type { JsonTokenLimits } from './token-limits.ts';

/** Callbacks of a {@link JsonTokenizer}, which calls them in the order of the text. */
export interface JsonTokenHandler {
  startObject(): void;
  endObject(): void;
  startArray(): void;
  endArray(): void;
  /** Receives the name of an object's member, before the value of this member is received. */
  member(name: string): void;
  /**
   * Receives the text of a string. If `stringSink` is set, receives only the last part of the text.
   * The sink has received all other parts.
   */
  string(text: string): void;
  /** Receives a number, `true`, `false` or `null`, exactly as written (`1.10`, `1e5`). */
  literal(source: string): void;
  /** Returns the path of the current or next value, for error messages. */
  path(): string;
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

/** Kind of the token that the next piece continues. */
type Unfinished = 'string' | 'number' | 'literal' | null;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const SLASH = 0x2f;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Reads JSON strictly (RFC 8259) from pieces of text. Only the current token, the open objects and
 * arrays, and their member names are in memory. Duplicate member names are rejected, because RFC
 * 8259 section 4 leaves their meaning open. All errors are {@link FormatError}s with line and
 * column in code units, counted from 1.
 *
 * The class is long because it is a single state machine. It is fast because it copies runs of
 * ordinary characters as a whole.
 */
export class JsonTokenizer {
  readonly #handler: JsonTokenHandler;
  readonly #limits: JsonTokenLimits;
  #state: State = State.value;
  #unfinished: Unfinished = null;
  /** The member names of each open object. The entry of an open array is null. */
  readonly #open: (NameIndex | null)[] = [];

  #text = '';
  #offset = 0;
  #lineOffset = 0;
  #line = 1;
  #tokenOffset = 0;
  #stringEnd = 0;

  readonly #string: StringToken;
  readonly #comments: Comments | null;
  /** The beginning of the current number or literal from earlier pieces. */
  #token = '';
  #literal = '';

  /** @param hasComments - True for a file in which comments are allowed */
  constructor(handler: JsonTokenHandler, limits: JsonTokenLimits, hasComments = false) {
    this.#handler = handler;
    this.#limits = limits;
    this.#comments = hasComments ? new Comments() : null;
    this.#string = new StringToken(limits, {
      malformed: (at, message) => this.#malformedAt(at, message),
      refused: (message) => this.#fault(message),
    });
  }

  /**
   * If set, it receives the text of a string in parts, one part for each piece of the document. Set
   * it before the string begins.
   */
  get stringSink(): ((piece: string) => void) | null {
    return this.#string.sink;
  }

  set stringSink(sink: ((piece: string) => void) | null) {
    this.#string.sink = sink;
  }

  set faultInSink(make: (message: string, text: string, index: number) => FormatError) {
    this.#string.faultInSink = make;
  }

  /** Line and column at which the current token begins. */
  get position(): { line: number; column: number } {
    return { line: this.#line, column: this.#tokenOffset - this.#lineOffset + 1 };
  }

  /** Offset of the current token in the document, in code units. */
  get tokenStart(): number {
    return this.#tokenOffset;
  }

  /** Offset after the closing quote of the last string or member name. */
  get stringEnd(): number {
    return this.#stringEnd;
  }

  /** Names of the members that the innermost open object has so far. Null in an array. */
  get memberNames(): NameIndex | null {
    return this.#open.at(-1) ?? null;
  }

  /** @throws FormatError, after which the tokenizer cannot be used */
  write(piece: string): void {
    const carried = this.#string.takeCutEscape();
    const text = carried === '' ? piece : carried + piece;
    this.#text = text;
    this.#offset -= carried.length;

    let at = this.#resume();
    const end = text.length;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        at += 1;
        this.#line += 1;
        this.#lineOffset = this.#offset + at;
        this.#comments?.endLine();
      } else if (this.#comments?.isOpen) {
        at = this.#readComment(at);
      } else if (code === SPACE || code === TAB || code === CR) {
        at += 1;
      } else if (code === SLASH && this.#comments !== null) {
        this.#tokenOffset = this.#offset + at;
        this.#comments.begin();
        at += 1;
      } else {
        this.#tokenOffset = this.#offset + at;
        at = this.#readToken(code, at);
      }
    }
    this.#offset += end;
    this.#text = '';
  }

  /**
   * Ends the file. Must be called after the last piece.
   * @throws FormatError if the text is incomplete
   */
  end(): void {
    if (this.#unfinished === 'number') this.#endNumber();
    const isInComment = this.#comments?.canEnd === false;
    if (this.#unfinished === null && this.#state === State.done && !isInComment) return;
    const what = isInComment
      ? 'inside a comment'
      : this.#unfinished !== null
        ? `inside a ${this.#unfinished}`
        : this.#open.length > 0
          ? `before ${this.#open.at(-1) === null ? 'an array' : 'an object'} is closed`
          : 'before any value';
    this.#tokenOffset = this.#offset;
    throw this.#malformed(`the JSON text ends ${what}`);
  }

  #readComment(at: number): number {
    const end = this.#comments!.read(this.#text, at);
    if (end === -1) throw this.#unexpected(at, 'a comment');
    // A carriage return also ends a line comment, but line numbers count only line feeds.
    if (this.#text.charCodeAt(end) === CR) this.#comments!.endLine();
    return end;
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
    this.#string.begin(true);
    return this.#readString(at + 1);
  }

  #readValue(code: number, at: number): number {
    switch (code) {
      case QUOTE:
        this.#string.begin(false);
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

  /**
   * Reads a string from offset `start`. Returns the offset after the string, or the length of the
   * piece if the string continues in the next piece.
   */
  #readString(start: number): number {
    const string = this.#string;
    const end = string.read(this.#text, start);
    if (end === -1) {
      this.#unfinished = 'string';
      return this.#text.length;
    }
    this.#unfinished = null;
    this.#stringEnd = this.#offset + end;
    const text = string.take();
    if (string.isMember) {
      this.#endMember(text);
    } else {
      this.#endValue();
      this.#handler.string(text);
    }
    return end;
  }

  #endMember(name: string): void {
    this.#state = State.colon;
    const members = this.#open.at(-1);
    if (members === null || members === undefined) throw new Error('a member outside an object');
    if (members.add(name) !== -1) {
      throw this.#fault(`duplicate member ${JSON.stringify(name)} in an object`);
    }
    this.#handler.member(name);
  }

  #readNumber(start: number): number {
    const text = this.#text;
    let at = start;
    while (at < text.length && isInNumber(text.charCodeAt(at))) at += 1;
    this.#token += text.slice(start, at);
    const limit = this.#limits.valueLength;
    if (this.#token.length > limit) {
      throw this.#fault(`the string has more than ${limit} characters`);
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

  #unexpected(at: number, expected: string): FormatError {
    const found = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
    return this.#malformed(`expected ${expected}, found ${JSON.stringify(found)}`);
  }

  #malformedAt(at: number, message: string): FormatError {
    this.#tokenOffset = this.#offset + at;
    return this.#malformed(message);
  }

  #malformed(message: string): FormatError {
    return this.#fault(message, true);
  }

  #fault(message: string, isMalformed = false): FormatError {
    return new FormatError(message, { path: this.#handler.path(), ...this.position, isMalformed });
  }
}

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
