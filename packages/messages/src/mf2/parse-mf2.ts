import { Mf2Fault, type Mf2Reason } from './mf2-fault.ts';
import type {
  Mf2Declaration,
  Mf2Expression,
  Mf2Function,
  Mf2Markup,
  Mf2Message,
  Mf2Part,
  Mf2Pattern,
  Mf2Selector,
  Mf2Value,
  Mf2Variant,
} from './mf2-message.ts';
import { requireValid } from './validate-mf2.ts';

// Classes of characters of Unicode LDML part 9 (CLDR 48), appendix "Message ABNF".
const WHITE = '\\t\\n\\r \\u3000';
const BIDI = '\\u061c\\u200e\\u200f\\u2066-\\u2069';
const PLANES = Array.from({ length: 16 }, (_, at) => {
  const plane = (at + 1).toString(16);
  return `\\u{${plane}0000}-\\u{${plane}fffd}`;
}).join('');
const NAME_START = `A-Za-z+_\\u00a1-\\u061b\\u061d-\\u167f\\u1681-\\u1fff\\u200b-\\u200d\\u2010-\\u2027\\u2030-\\u205e\\u2060-\\u2065\\u206a-\\u2fff\\u3001-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${PLANES}`;
const NAME_CHAR = `${NAME_START}0-9.\\-`;

const SPACE = new RegExp(`[${WHITE}${BIDI}]*`, 'uy');
const REQUIRED_SPACE = new RegExp(`[${BIDI}]*[${WHITE}][${WHITE}${BIDI}]*`, 'uy');
const NAME = new RegExp(`[${BIDI}]?([${NAME_START}][${NAME_CHAR}]*)[${BIDI}]?`, 'uy');
const UNQUOTED = new RegExp(`[${NAME_CHAR}]+`, 'uy');
const QUOTED = /\|((?:[^\\|\0\ud800-\udfff]|\\[\\{|}])*)\|/uy;
const TEXT = /(?:[^\\{}\0\ud800-\udfff]|\\[\\{|}])*/uy;
const KEYWORD = /\.(?:input|local|match)/y;

/** Returns a text as it is shown, without the escapes of MessageFormat 2. */
export const withoutEscapes = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Reads a text of MessageFormat 2 from left to right. Each method moves `at` behind what it has read. */
class Mf2Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Mf2Message {
    this.#skip();
    const isComplex = this.#sees('{{') || this.#sees('.');
    if (!isComplex) return this.#readSimple();
    const declarations: Mf2Declaration[] = [];
    for (;;) {
      const declaration = this.#readDeclaration();
      if (declaration === null) break;
      declarations.push(declaration);
      this.#skip();
    }
    const message = this.#sees('{{')
      ? { declarations, selectors: [], variants: [this.#readVariant(0)] }
      : this.#readMatcher(declarations);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('mf2_syntax');
    return { isSimple: false, ...message };
  }

  #readSimple(): Mf2Message {
    this.#at = 0;
    const pattern = this.#readPattern();
    if (this.#at < this.#text.length) this.#fail('mf2_syntax');
    const { length: end } = this.#text;
    const variant = { start: 0, end, keys: [], written: [], pattern };
    return { isSimple: true, declarations: [], selectors: [], variants: [variant] };
  }

  #readDeclaration(): Mf2Declaration | null {
    const start = this.#at;
    const keyword = this.#match(KEYWORD)?.[0];
    if (keyword === undefined) return null;
    if (keyword === '.match') {
      this.#at = start;
      return null;
    }
    if (keyword === '.input') {
      this.#skip();
      const expression = this.#readExpression();
      if (expression.operand?.type !== 'variable') this.#fail('mf2_syntax', expression.start);
      return { type: 'input', name: expression.operand.name, expression, start, end: this.#at };
    }
    this.#require(REQUIRED_SPACE);
    const name = this.#readVariable();
    this.#skip();
    this.#expect('=');
    this.#skip();
    const expression = this.#readExpression();
    return { type: 'local', name, expression, start, end: this.#at };
  }

  #readMatcher(declarations: readonly Mf2Declaration[]) {
    if (this.#match(KEYWORD)?.[0] !== '.match') this.#fail('mf2_syntax');
    const selectors: Mf2Selector[] = [];
    for (;;) {
      const before = this.#at;
      const hasSpace = this.#match(REQUIRED_SPACE) !== null;
      const start = this.#at;
      if (!hasSpace || !this.#sees('$')) {
        this.#at = before;
        break;
      }
      selectors.push({ name: this.#readVariable(), start, end: this.#at });
    }
    if (selectors.length === 0) this.#fail('mf2_syntax');
    this.#require(REQUIRED_SPACE);
    const variants: Mf2Variant[] = [];
    while (this.#at < this.#text.length) {
      variants.push(this.#readVariant(selectors.length));
      this.#skip();
    }
    if (variants.length === 0) this.#fail('mf2_syntax');
    return { declarations, selectors, variants };
  }

  /** Reads the keys and the pattern of a variant, or only a pattern for `count` 0. */
  #readVariant(count: number): Mf2Variant {
    const start = this.#at;
    const keys: (string | null)[] = [];
    const written: string[] = [];
    while (!this.#sees('{{')) {
      if (count === 0) this.#fail('mf2_syntax');
      const keyStart = this.#at;
      keys.push(this.#readKey());
      written.push(this.#text.slice(keyStart, this.#at));
      const hasSpace = this.#match(REQUIRED_SPACE) !== null;
      if (!hasSpace) this.#skip();
      if (!hasSpace && !this.#sees('{{')) this.#fail('mf2_syntax');
    }
    this.#at += 2;
    const pattern = this.#readPattern();
    this.#expect('}}');
    if (keys.length !== count) this.#fail('mf2_keys', start);
    return { start, end: this.#at, keys, written, pattern };
  }

  #readKey(): string | null {
    if (this.#sees('*')) {
      this.#at++;
      return null;
    }
    return (this.#tryLiteral() ?? this.#fail('mf2_syntax')).normalize();
  }

  #readPattern(): Mf2Pattern {
    const start = this.#at;
    const parts: Mf2Part[] = [];
    for (;;) {
      const from = this.#at;
      this.#match(TEXT);
      if (this.#at > from) parts.push({ type: 'text', start: from, end: this.#at });
      if (!this.#sees('{')) return { start, end: this.#at, parts };
      parts.push(this.#readPlaceholder());
    }
  }

  #readPlaceholder(): Mf2Expression | Mf2Markup {
    const start = this.#at;
    this.#at++;
    this.#skip();
    const mark = this.#text[this.#at];
    this.#at = start;
    return mark === '#' || mark === '/' ? this.#readMarkup() : this.#readExpression();
  }

  #readExpression(): Mf2Expression {
    const start = this.#at;
    this.#expect('{');
    this.#skip();
    const operand = this.#sees(':') ? null : this.#readOperand();
    const hasSpace = operand === null || this.#match(REQUIRED_SPACE) !== null;
    const found = hasSpace && this.#sees(':') ? this.#readFunction() : null;
    if (operand === null && found === null) this.#fail('mf2_syntax');
    this.#readAttributes(found === null && operand !== null && hasSpace);
    this.#skip();
    this.#expect('}');
    return { type: 'expression', operand, function: found, start, end: this.#at };
  }

  #readMarkup(): Mf2Markup {
    const start = this.#at;
    this.#expect('{');
    this.#skip();
    const isClose = this.#text[this.#at++] === '/';
    const name = this.#readIdentifier();
    const options = this.#readOptions();
    this.#readAttributes(false);
    this.#skip();
    const isVoid = !isClose && this.#sees('/');
    if (isVoid) this.#at++;
    this.#expect('}');
    const role = isClose ? 'close' : isVoid ? 'void' : 'open';
    return { type: 'markup', role, name, options, start, end: this.#at };
  }

  #readFunction(): Mf2Function {
    this.#expect(':');
    return { name: this.#readIdentifier(), options: this.#readOptions() };
  }

  #readOptions(): Map<string, Mf2Value> {
    const options = new Map<string, Mf2Value>();
    for (;;) {
      const before = this.#at;
      const start = this.#match(REQUIRED_SPACE) === null ? -1 : this.#at;
      if (start < 0 || !this.#isNameNext()) {
        this.#at = before;
        return options;
      }
      const name = this.#readIdentifier();
      this.#skip();
      this.#expect('=');
      this.#skip();
      if (options.has(name)) this.#fail('mf2_option', start);
      options.set(name, this.#readOperand());
    }
  }

  /** Reads attributes. `hasSpace` is true if the space before the first one was already read. */
  #readAttributes(hasSpace: boolean): void {
    const names = new Set<string>();
    for (let isFree = hasSpace; ; isFree = false) {
      const before = this.#at;
      const isApart = isFree || this.#match(REQUIRED_SPACE) !== null;
      if (!isApart || !this.#sees('@')) {
        this.#at = before;
        return;
      }
      const start = this.#at++;
      const name = this.#readIdentifier();
      // The standard ignores the first of two attributes with a name, and the library rejects both.
      if (names.has(name)) this.#fail('mf2_option', start);
      names.add(name);
      const afterName = this.#at;
      this.#skip();
      if (!this.#sees('=')) {
        this.#at = afterName;
        continue;
      }
      this.#at++;
      this.#skip();
      if (this.#tryLiteral() === null) this.#fail('mf2_syntax');
    }
  }

  #readOperand(): Mf2Value {
    if (this.#sees('$')) return { type: 'variable', name: this.#readVariable() };
    const value = this.#tryLiteral() ?? this.#fail('mf2_syntax');
    return { type: 'literal', value };
  }

  #tryLiteral(): string | null {
    if (!this.#sees('|')) return this.#match(UNQUOTED)?.[0] ?? null;
    const quoted = this.#match(QUOTED) ?? this.#fail('mf2_syntax');
    return withoutEscapes(quoted[1]!);
  }

  #readVariable(): string {
    this.#expect('$');
    return this.#readName();
  }

  #readIdentifier(): string {
    const name = this.#readName();
    if (!this.#sees(':')) return name;
    this.#at++;
    return `${name}:${this.#readName()}`;
  }

  #readName(): string {
    return (this.#match(NAME) ?? this.#fail('mf2_syntax'))[1]!.normalize();
  }

  #isNameNext(): boolean {
    NAME.lastIndex = this.#at;
    return NAME.test(this.#text);
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #require(pattern: RegExp): void {
    if (this.#match(pattern) === null) this.#fail('mf2_syntax');
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #expect(text: string): void {
    if (!this.#sees(text)) this.#fail('mf2_syntax');
    this.#at += text.length;
  }

  #fail(reason: Mf2Reason, start = this.#at): never {
    throw new Mf2Fault(reason, this.#text, start);
  }
}

/**
 * Parses a message of MessageFormat 2 (Unicode LDML part 9, CLDR 48). Returns an error with its
 * position if the syntax or the data model is not valid. The time is proportional to the length of
 * the text.
 */
export function parseMf2(text: string): Mf2Message | Mf2Fault {
  try {
    const message = new Mf2Parser(text).read();
    requireValid(message, text);
    return message;
  } catch (error) {
    if (error instanceof Mf2Fault) return error;
    throw error;
  }
}
