import type { PlaceholderKind } from '../token/token.ts';

/** A placeholder or other construct that a scanner has found. */
export interface Found {
  readonly end: number;
  readonly kind: PlaceholderKind;
  readonly numeric?: boolean;
  readonly positional?: boolean;
}

/** Result for texts without brackets. It is shared, because most texts have none. */
export const NO_PARTNERS: ReadonlyMap<number, number> = new Map();

/**
 * Returns the index of the matching closing bracket for each opening bracket, in one pass. Separate
 * searches for each bracket would take quadratic time.
 */
export function matchBrackets(text: string, open: '{' | '('): ReadonlyMap<number, number> {
  const close = open === '{' ? '}' : ')';
  const first = text.indexOf(open);
  if (first < 0 || !text.includes(close, first)) return NO_PARTNERS;
  const partners = new Map<number, number>();
  const stack: number[] = [];
  for (let at = first; at < text.length; at++) {
    const char = text[at]!;
    if (char === open) stack.push(at);
    else if (char === close) {
      const from = stack.pop();
      if (from !== undefined) partners.set(from, at);
    }
  }
  return partners;
}

const COUNT_NAME =
  /^(?:n|num|nr|number|count|total|size|amount|qty|quantity|index|page|percent|days?|hours?|minutes?|seconds?|years?|months?|weeks?|.*(?:_count|_number|_total|Count|Number|Total))$/;

/** True if the name of an argument indicates a number. */
export function isCountName(expression: string): boolean {
  const name = expression.trim().replace(/^[-&]\s?/, '');
  const end = name.search(/[\s,:|]/);
  return COUNT_NAME.test((end < 0 ? name : name.slice(0, end)).slice(0, 64));
}
