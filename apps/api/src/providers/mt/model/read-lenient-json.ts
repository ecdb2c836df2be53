export interface LenientValue {
  /** The read value. Undefined if the object or array has no readable content. */
  readonly value: unknown;
  readonly end: number;
}

const CUT = Symbol('a value that is cut off');
const MAX_DEPTH = 24;
const LITERAL = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const AFTER_STRING = /[ \t]*(?:[,}\]\r\n]|```|$)/y;
const STRING_PIECE = /[^"\\]*/y;
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

/**
 * Reads an object or array that a language model wrote. Tolerates small errors, such as a missing
 * bracket at the end. At a damaged member or entry, the value ends.
 */
export function readLenientJson(text: string, start: number): LenientValue {
  const reader = new LenientReader(text, start);
  const value = reader.readContainer(0);
  return { value: value === CUT ? undefined : value, end: reader.at };
}

class LenientReader {
  at: number;
  readonly #text: string;
  /** True after unreadable text was found. All open objects and arrays then end. */
  #isOver = false;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  readContainer(depth: number): unknown {
    const isObject = this.#text[this.at] === '{';
    const [closing, other] = isObject ? ['}', ']'] : [']', '}'];
    const members = new Map<string, unknown>();
    const entries: unknown[] = [];
    this.at++;
    while (!this.#isOver) {
      this.#skip(/[\s,]*/y);
      const next = this.#text[this.at];
      if (next === closing) {
        this.at++;
        break;
      }
      if (next === other && depth > 0) break;
      const value = isObject ? this.#readMember(members, depth) : this.#readValue(depth);
      if (value === CUT) this.#isOver = true;
      else if (!isObject) entries.push(value);
    }
    if (isObject) return members.size > 0 || !this.#isOver ? Object.fromEntries(members) : CUT;
    return entries.length > 0 || !this.#isOver ? entries : CUT;
  }

  #readMember(members: Map<string, unknown>, depth: number): unknown {
    const name = this.#text[this.at] === '"' ? this.#readString() : CUT;
    if (typeof name !== 'string') return CUT;
    this.#skip(/\s*/y);
    if (this.#text[this.at] !== ':') return CUT;
    this.at++;
    this.#skip(/\s*/y);
    const value = this.#readValue(depth);
    if (value === CUT || (typeof value === 'string' && !this.#isEnded())) return CUT;
    members.set(name, value);
    return value;
  }

  /**
   * True if the quotation mark that was just read ends the string. False if it is part of the text
   * and the model forgot to escape it.
   */
  #isEnded(): boolean {
    AFTER_STRING.lastIndex = this.at;
    return AFTER_STRING.test(this.#text);
  }

  #readValue(depth: number): unknown {
    const first = this.#text[this.at];
    if (first === '"') return this.#readString();
    if (first === '{' || first === '[')
      return depth < MAX_DEPTH ? this.readContainer(depth + 1) : CUT;
    LITERAL.lastIndex = this.at;
    const literal = LITERAL.exec(this.#text)?.[0];
    if (literal === undefined) return CUT;
    this.at += literal.length;
    return JSON.parse(literal);
  }

  #readString(): string | typeof CUT {
    this.at++;
    let value = '';
    for (;;) {
      value += this.#skip(STRING_PIECE);
      const mark = this.#text[this.at];
      if (mark === undefined) return CUT;
      if (mark === '"') {
        this.at++;
        return value;
      }
      const letter = this.#text[this.at + 1];
      if (letter === 'u') {
        const digits = this.#text.slice(this.at + 2, this.at + 6);
        if (!/^[\da-f]{4}$/i.test(digits)) return CUT;
        value += String.fromCharCode(Number.parseInt(digits, 16));
        this.at += 6;
        continue;
      }
      const character = letter === undefined ? undefined : ESCAPES[letter];
      if (character === undefined) return CUT;
      value += character;
      this.at += 2;
    }
  }

  #skip(expression: RegExp): string {
    expression.lastIndex = this.at;
    const matched = expression.exec(this.#text)?.[0] ?? '';
    this.at += matched.length;
    return matched;
  }
}
