/** A variant of a Fluent selector. */
interface Variant {
  readonly key: string;
  readonly isDefault: boolean;
  readonly parts: readonly FluentPart[];
}

/** A part of a Fluent pattern: text, a value or reference by its name, or a selector. */
export type FluentPart = string | { readonly name: string; readonly variants?: readonly Variant[] };

/** Thrown if a text is not a valid pattern of Fluent. `at` is the index at which Fluent's parser stops. */
export class FluentFault extends Error {
  readonly at: number;
  constructor(at: number) {
    super('the pattern ends here');
    this.at = at;
  }
}

const TEXT = /[^{}\n\r]+/y;
const BLANK = /\s+/y;
const OPEN = /\{\s*/y;
const CLOSE = /\s*\}/y;
const ARROW = /\s*->\s*/y;
const VARIANT = /(\*?)\[\s*(-?\d+(?:\.\d+)?|[A-Za-z][\w-]*)\s*\] */y;
const REFERENCE = /([$-]?)([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?)/y;
const ARGUMENTS = /\s*\((?:[^"(){}]|"(?:[^\\"\n\r]|\\.)*")*\)/y;
const LITERAL = /-?\d+(?:\.\d+)?|"(?:[^\\"\n\r]|\\[\\"]|\\u[\dA-Fa-f]{4}|\\U[\dA-Fa-f]{6})*"/y;
/** Matches the beginning of a line that ends a pattern. */
const ENDS = /[.[*}]|$/y;

const MAX_DEPTH = 50;

/**
 * Reads the value of a Fluent message as `@fluent/bundle` does (FluentResource, parsePattern). Throws a
 * FluentFault.
 */
export function readFluent(text: string): FluentPart[] {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const isNext = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };

  const readPattern = (depth: number): FluentPart[] => {
    const parts: FluentPart[] = [];
    for (;;) {
      const run = take(TEXT);
      if (run) parts.push(run[0]);
      else if (text[at] === '{') parts.push(readPlaceable(depth + 1));
      else if (text[at] === '}') throw new FluentFault(at);
      else {
        const start = at;
        const blank = take(BLANK);
        if (!blank || isNext(ENDS)) {
          at = start;
          return parts;
        }
        parts.push('\n');
      }
    }
  };

  const readPlaceable = (depth: number): FluentPart => {
    const start = at;
    if (depth > MAX_DEPTH) throw new FluentFault(start);
    take(OPEN);
    const value = readExpression(start, depth);
    if (take(CLOSE)) return value;
    if (!take(ARROW)) throw new FluentFault(start);
    const variants: Variant[] = [];
    for (;;) {
      const head = take(VARIANT);
      if (!head) break;
      const parts = readPattern(depth);
      if (parts.length === 0) throw new FluentFault(start);
      variants.push({ key: head[2]!, isDefault: head[1] === '*', parts });
      take(BLANK);
    }
    if (!take(CLOSE) || !variants.some(({ isDefault }) => isDefault)) throw new FluentFault(start);
    return { name: typeof value === 'string' ? value : value.name, variants };
  };

  const readExpression = (start: number, depth: number): FluentPart => {
    if (text[at] === '{') return readPlaceable(depth + 1);
    const [, , name] = take(REFERENCE) ?? [];
    if (name !== undefined) {
      const [given] = take(ARGUMENTS) ?? [];
      const value = /\$([A-Za-z][\w-]*)/.exec(given ?? '')?.[1];
      return { name: value ?? name };
    }
    const [literal] = take(LITERAL) ?? [];
    if (literal === undefined) throw new FluentFault(start);
    return literal.startsWith('"') ? unescaped(literal.slice(1, -1)) : literal;
  };

  const parts = readPattern(0);
  if (text.slice(at).trim() !== '') throw new FluentFault(at);
  return parts;
}

const unescaped = (literal: string): string =>
  literal.replace(
    /\\(?:u(.{4})|U(.{6})|(.))/g,
    (_, short?: string, long?: string, sign?: string) => {
      if (sign !== undefined) return sign;
      const code = Number.parseInt((short ?? long)!, 16);
      return code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
