import { matchBrackets } from '../syntax/scan.ts';
import type { Steps } from '../token/steps.ts';
import { AT_SHAPES } from './at-shapes.ts';
import { BRACE_SHAPES, findPairs } from './brace-shapes.ts';
import type { CodeFound, Reading, Shape } from './reading.ts';
import { SIGN_SHAPES } from './sign-shapes.ts';

/** All shapes of code. If several shapes begin with the same character, the first that matches is used. */
const CODE_SHAPES: readonly Shape[] = [...BRACE_SHAPES, ...AT_SHAPES, ...SIGN_SHAPES];

const BY_FIRST: ReadonlyMap<string, readonly Shape[]> = new Map(
  [...new Set(CODE_SHAPES.flatMap(({ first }) => [...first]))].map((char) => [
    char,
    CODE_SHAPES.filter(({ first }) => first.includes(char)),
  ]),
);
// Matches a part of every shape. It is tested first, because most texts contain no code.
const HINT =
  /\{\s?[%!#:/@|"]|\{\s*[^{}\s]+\s+[:@]|\{\s*-?[\w.-]+\(|\{\{!?--|\{\{[^{}]*\{\s*[$:|#/]|\.(?:input|local)\b|@[\w*({]|\[\/|\\[A-Za-z0-9]|\u001b|\$\(|<[%?]/;
const FIRST = /[.{@\u001b\\$<]/g;

/** Number of offsets that are tested in one step. */
const PLACES_PER_STEP = 2_000;

/**
 * Finds the code of template languages in a text, by offset, in steps of a few milliseconds. Returns
 * null if the text has none.
 */
export function* findCode(
  text: string,
  braces: ReadonlyMap<number, number>,
): Steps<ReadonlyMap<number, CodeFound> | null> {
  if (!HINT.test(text)) return null;
  const found = new Map<number, CodeFound>();
  findPairs(text, found);
  yield;
  const reading: Reading = {
    text,
    braces,
    parens: matchBrackets(text, '('),
    found,
    after: 0,
    start: text.search(/\S|$/),
    closings: new Map(),
  };
  let from = 0;
  for (let places = 1; ; places++) {
    // Sets the index again, because other texts are searched between the steps.
    FIRST.lastIndex = from;
    const match = FIRST.exec(text);
    if (!match) break;
    const { index: at } = match;
    const range = found.get(at) ?? readShape(reading, at, match[0]);
    from = range?.end ?? at + 1;
    if (range) {
      found.set(at, range);
      reading.after = range.end;
    }
    if (places % PLACES_PER_STEP === 0) yield;
  }
  return found.size === 0 ? null : found;
}

function readShape(reading: Reading, at: number, char: string) {
  for (const shape of BY_FIRST.get(char) ?? []) {
    const found = shape.read(reading, at);
    if (found) return found;
  }
  return null;
}
