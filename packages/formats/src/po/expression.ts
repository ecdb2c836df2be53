/** Maximum length of a plural expression, in code units. */
const MAX_LENGTH = 1000;
/** Maximum nesting depth of parentheses, conditional operators and negations. */
const MAX_DEPTH = 64;

/** A compiled plural expression. Throws a {@link PluralFault} for a division by zero. */
export type PluralExpression = (n: number) => number;

/** A plural expression with invalid syntax or an impossible result. */
export class PluralFault extends Error {
  override readonly name = 'PluralFault';
}

type Operator = (a: number, b: number) => number;

/**
 * Binary operators of C in order of increasing precedence. `&&` and `||` are not in the list,
 * because they may skip their right operand.
 */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  {
    '<': (a, b) => Number(a < b),
    '>': (a, b) => Number(a > b),
    '<=': (a, b) => Number(a <= b),
    '>=': (a, b) => Number(a >= b),
  },
  { '+': (a, b) => a + b, '-': subtract },
  { '*': multiply, '/': (a, b) => Math.floor(a / divisor(b)), '%': (a, b) => a % divisor(b) },
];

/**
 * Compiles the plural expression of a `Plural-Forms` header. The syntax is gettext's subset of C:
 * `n`, integers, `?:`, `||`, `&&`, comparisons, arithmetic, `!` and parentheses.
 * @throws PluralFault
 */
export function compilePlural(text: string): PluralExpression {
  if (text.length > MAX_LENGTH) {
    throw new PluralFault(`the plural expression has more than ${MAX_LENGTH} characters`);
  }
  return new Parser(text).parse();
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    const tokens = text.match(/\d+|\w+|[=!<>]=|&&|\|\||\S/g) ?? [];
    this.#tokens = tokens;
  }

  parse(): PluralExpression {
    const expression = this.#choice();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return expression;
  }

  #choice(): PluralExpression {
    const condition = this.#either();
    if (!this.#takes('?')) return condition;
    this.#descend();
    const yes = this.#choice();
    if (!this.#takes(':')) throw this.#unexpected();
    const no = this.#choice();
    this.#depth -= 1;
    return (n) => (condition(n) === 0 ? no(n) : yes(n));
  }

  #either(): PluralExpression {
    let left = this.#both();
    while (this.#takes('||')) {
      const [a, b] = [left, this.#both()];
      left = (n) => Number(a(n) !== 0 || b(n) !== 0);
    }
    return left;
  }

  #both(): PluralExpression {
    let left = this.#binary(0);
    while (this.#takes('&&')) {
      const [a, b] = [left, this.#binary(0)];
      left = (n) => Number(a(n) !== 0 && b(n) !== 0);
    }
    return left;
  }

  #binary(level: number): PluralExpression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#single();
    let left = this.#binary(level + 1);
    for (;;) {
      const token = this.#tokens[this.#at] ?? '';
      if (!Object.hasOwn(operators, token)) return left;
      this.#at += 1;
      const operator = operators[token]!;
      const [a, b] = [left, this.#binary(level + 1)];
      left = (n) => operator(a(n), b(n));
    }
  }

  #single(): PluralExpression {
    if (this.#takes('!')) {
      this.#descend();
      const negated = this.#single();
      this.#depth -= 1;
      return (n) => Number(negated(n) === 0);
    }
    if (this.#takes('(')) {
      this.#descend();
      const inner = this.#choice();
      if (!this.#takes(')')) throw this.#unexpected();
      this.#depth -= 1;
      return inner;
    }
    if (this.#takes('n')) return (n) => n;
    const token = this.#tokens[this.#at] ?? '';
    if (!/^\d{1,15}$/.test(token)) throw this.#unexpected();
    this.#at += 1;
    const value = Number(token);
    return () => value;
  }

  #descend(): void {
    this.#depth += 1;
    if (this.#depth <= MAX_DEPTH) return;
    throw new PluralFault(`the plural expression is nested deeper than ${MAX_DEPTH}`);
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #unexpected(): PluralFault {
    const token = this.#tokens[this.#at];
    const found = token === undefined ? 'its end' : JSON.stringify(token.slice(0, 20));
    return new PluralFault(`the plural expression has ${found} in an unexpected place`);
  }
}

function divisor(value: number): number {
  if (value === 0) throw new PluralFault('the plural expression divides by zero');
  return value;
}

function subtract(a: number, b: number): number {
  if (b > a) throw new PluralFault('the plural expression has a result below zero');
  return a - b;
}

function multiply(a: number, b: number): number {
  const product = a * b;
  if (product > Number.MAX_SAFE_INTEGER) {
    throw new PluralFault('the plural expression has a result that is too large');
  }
  return product;
}
