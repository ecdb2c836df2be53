import type { Token } from '../token/token.ts';
import { keyOf, setText, type Texts, textAt } from './repair-spaces.ts';

/** White space other than ordinary spaces, tabs and line breaks, such as a no-break space. */
const SPECIAL = /[^\S \t-\r\u2028\u2029]/gu;
const SPACE_AT_NUMBER = / (?:(?<=(\d+) )|(?=(\d+)))/g;

const specialIn = (tokens: readonly Token[]): number =>
  tokens.reduce(
    (sum, token) => sum + ((token.type === 'text' && token.text.match(SPECIAL)?.length) || 0),
    0,
  );

/**
 * Returns the special white space at each side of each placeholder, tag and number. Null if other text stands there, or
 * if a token occurs more than once with different text beside it.
 */
function besideIn(source: readonly Token[]): ReadonlyMap<string, string | null> {
  const beside = new Map<string, string | null>();
  const note = (name: string, character: string | undefined): void => {
    const found = character?.match(SPECIAL)?.[0] ?? null;
    const isOther = beside.has(name) && beside.get(name) !== found;
    beside.set(name, isOther ? null : found);
  };
  source.forEach((token, index) => {
    if (token.type !== 'text') {
      note(`before ${keyOf(token)}`, textAt(source, index - 1)?.at(-1));
      note(`after ${keyOf(token)}`, textAt(source, index + 1)?.at(0));
      return;
    }
    for (const { 0: number, index: at } of token.text.matchAll(/\d+/g)) {
      note(`before number ${number}`, token.text[at - 1]);
      note(`after number ${number}`, token.text[at + number.length]);
    }
  });
  return beside;
}

/**
 * Replaces an ordinary space beside a placeholder, tag or number by the special white space that the source text has
 * there, because several services write an ordinary space for it. The translation never gets more special white space
 * than the source text has.
 */
export function repairSpecialSpaces(source: readonly Token[], out: Texts): void {
  let lost = specialIn(source) - specialIn(out);
  if (lost <= 0) return;
  const beside = besideIn(source);
  const spaceAt = (...names: string[]): string => {
    const space = lost > 0 ? names.map((name) => beside.get(name)).find(Boolean) : undefined;
    if (!space) return ' ';
    lost--;
    return space;
  };
  const sideOf = (side: 'before' | 'after', token: Token | undefined): string =>
    token && token.type !== 'text' ? spaceAt(`${side} ${keyOf(token)}`) : ' ';
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    const text = token.text
      .replace(/^ /, () => sideOf('after', out[index - 1]))
      .replace(/ $/, () => sideOf('before', out[index + 1]))
      .replace(SPACE_AT_NUMBER, (_space, left, right) =>
        spaceAt(`after number ${left}`, `before number ${right}`),
      );
    if (text !== token.text) setText(out, index, text);
  });
}
