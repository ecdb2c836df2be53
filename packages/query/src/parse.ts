import {
  type Comparison,
  type Condition,
  FEATURES,
  ORIGINS,
  QUERY_LIMITS,
  type Query,
  type QueryFault,
  STATUSES,
  type Term,
} from './query.ts';
import { timeRangeOf } from './time.ts';

export type ParseResult =
  | { readonly query: Query; readonly fault: null }
  | { readonly query: null; readonly fault: QueryFault };

class Refusal extends Error {
  readonly fault: QueryFault;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.fault = { message, start, end };
  }
}

/**
 * Parses a query. Returns the first error if the query is invalid. The time is proportional to the
 * length of the query.
 */
export function parseQuery(text: string): ParseResult {
  try {
    return { query: new Parser(text).parse(), fault: null };
  } catch (error) {
    if (error instanceof Refusal) return { query: null, fault: error.fault };
    throw error;
  }
}

const SPACES = /\s*/y;
/**
 * Matches the name of a field and the colon after it. The maximum length of a name keeps the search
 * short.
 */
export const FIELD = /@?[A-Za-z][A-Za-z0-9_-]{0,99}:/y;
const WORD = /[^\s"]+/y;
const ALTERNATIVE = /[^\s"|]+/y;
/** Matches a locale whose language subtag has two or three letters (BCP 47 §2.2.1). */
const LOCALE = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const COMPARED = /^(>=|<=|>|<|=)?(.*)$/s;
const LENGTH = /^\d{1,7}$/;

const FLAGS: ReadonlySet<string> = new Set(['any', 'all', 'case', 'word']);
const FIELDS: ReadonlySet<string> = new Set([
  'key',
  'source',
  'tag',
  'is',
  'check',
  'origin',
  'by',
  'changed',
  'change',
  'has',
  'length',
  ...FLAGS,
]);

/** True if `name:` begins a condition on a field. False if `name` is a locale. */
export const isField = (name: string): boolean => FIELDS.has(name.toLowerCase());

class Parser {
  readonly #text: string;
  #at = 0;
  readonly #terms: Term[] = [];
  #locales: 'any' | 'all' | null = null;
  #matchesCase = false;
  #matchesWords = false;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Query {
    const { length } = this.#text;
    if (length > QUERY_LIMITS.length) {
      const message = `is longer than ${QUERY_LIMITS.length} characters`;
      throw new Refusal(message, QUERY_LIMITS.length, length);
    }
    for (this.#take(SPACES); this.#at < length; this.#take(SPACES)) this.#parseTerm();
    return {
      terms: this.#terms,
      locales: this.#locales ?? 'any',
      matchesCase: this.#matchesCase,
      matchesWords: this.#matchesWords,
    };
  }

  #parseTerm(): void {
    const start = this.#at;
    const next = this.#text[start + 1];
    const isNegated = this.#text[start] === '-' && next !== undefined && !/\s/.test(next);
    if (isNegated) this.#at++;
    const field = this.#take(FIELD)?.slice(0, -1);
    if (field !== undefined && this.#setFlag(field.toLowerCase(), isNegated, start)) return;
    const condition = field === undefined ? this.#freeText() : this.#conditionOf(field, start);
    if (this.#terms.length === QUERY_LIMITS.terms) {
      throw new Refusal(`is more than ${QUERY_LIMITS.terms} conditions`, start, this.#at);
    }
    this.#terms.push({ condition, isNegated, start, end: this.#at });
  }

  #setFlag(field: string, isNegated: boolean, start: number): boolean {
    if (!FLAGS.has(field)) return false;
    const end = this.#at;
    if (isNegated) throw new Refusal('cannot be negated', start, end);
    if (end < this.#text.length && !/\s/.test(this.#text[end]!)) {
      throw new Refusal('has no value; put a space after it', start, end);
    }
    if (field === 'case') this.#matchesCase = true;
    else if (field === 'word') this.#matchesWords = true;
    else {
      const locales = field === 'all' ? 'all' : 'any';
      if (this.#locales !== null && this.#locales !== locales) {
        throw new Refusal('contradicts an earlier `any:` or `all:`', start, end);
      }
      this.#locales = locales;
    }
    return true;
  }

  #freeText(): Condition {
    return { field: 'text', text: this.#value(WORD, this.#at).text };
  }

  #conditionOf(name: string, start: number): Condition {
    const field = name.toLowerCase();
    switch (field) {
      case 'key': {
        const { text, isQuoted } = this.#value(WORD, start);
        return { field, pieces: isQuoted ? [text] : text.split(/\*+/) };
      }
      case 'source':
      case 'by':
        return { field, text: this.#value(WORD, start).text };
      case 'tag':
      case 'check':
        return { field, anyOf: this.#alternatives(null, start) };
      case 'is':
        return { field, anyOf: this.#alternatives(STATUSES, start) };
      case 'origin':
        return { field, anyOf: this.#alternatives(ORIGINS, start) };
      case 'has':
        return { field, anyOf: this.#alternatives(FEATURES, start) };
      case 'changed': {
        const [comparison, time] = this.#compared(start);
        if (timeRangeOf(comparison, time) === null) {
          throw new Refusal(
            'is not a day such as 2026-01-31 or a time with an offset',
            start,
            this.#at,
          );
        }
        return { field, comparison, time };
      }
      case 'change': {
        const { text } = this.#value(WORD, start);
        if (!UUID.test(text)) throw new Refusal('is not the id of a change', start, this.#at);
        return { field, id: text.toLowerCase() };
      }
      case 'length': {
        const [comparison, digits] = this.#compared(start);
        if (!LENGTH.test(digits)) {
          throw new Refusal('is not a number of at most seven digits', start, this.#at);
        }
        return { field, comparison, length: Number(digits) };
      }
      default: {
        const locale = field.startsWith('@') ? name.slice(1) : name;
        if (!LOCALE.test(locale)) {
          throw new Refusal(
            'is not a field or a locale; quote it to search for it',
            start,
            this.#at,
          );
        }
        return { field: 'locale', locale, text: this.#value(WORD, start).text };
      }
    }
  }

  #compared(start: number): [Comparison, string] {
    const [, comparison = '=', operand] = COMPARED.exec(this.#value(WORD, start).text)!;
    return [comparison as Comparison, operand!];
  }

  #alternatives<Value extends string>(allowed: readonly Value[] | null, start: number): Value[] {
    const values: Value[] = [];
    for (;;) {
      const at = this.#at;
      const { text } = this.#value(ALTERNATIVE, start);
      const value = (allowed === null ? text : text.toLowerCase()) as Value;
      if (allowed !== null && !allowed.includes(value)) {
        throw new Refusal(`is not one of ${allowed.join(', ')}`, at, this.#at);
      }
      values.push(value);
      if (this.#text[this.#at] !== '|') return values;
      this.#at++;
    }
  }

  #value(bare: RegExp, start: number): { text: string; isQuoted: boolean } {
    const at = this.#at;
    const isQuoted = this.#text[at] === '"';
    const text = isQuoted ? this.#quoted() : (this.#take(bare) ?? '');
    if (text === '') throw new Refusal('needs a value', start, Math.max(this.#at, start + 1));
    return { text, isQuoted };
  }

  /** Reads a quoted phrase. A backslash escapes the next character. */
  #quoted(): string {
    const start = this.#at;
    let text = '';
    let from = start + 1;
    for (let at = from; at < this.#text.length; at++) {
      if (this.#text[at] === '"') {
        this.#at = at + 1;
        return text + this.#text.slice(from, at);
      }
      if (this.#text[at] !== '\\') continue;
      text += this.#text.slice(from, at);
      from = ++at;
    }
    throw new Refusal('is a phrase without a closing quote', start, this.#text.length);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}
