import type { Token } from '../token/token.ts';
import { keyOf, setText, type Texts, textAt } from './repair-spaces.ts';

/** White space other than that of the keyboard, such as a no-break space. */
const SPECIAL = '[^\\S \\t-\\r\\u2028\\u2029]';
const IS_SPECIAL = new RegExp(SPECIAL, 'u');
const SPECIAL_AT_NUMBER = new RegExp(`(${SPECIAL})(?:(?<=(\\d+).)|(?=(\\d+)))`, 'gu');
const SPACE_AT_NUMBER = / (?:(?<=(\d+) )|(?=(\d+)))/g;

/** Special white space of a text. The key names the adjacent placeholder, tag or number, and the side of it. */
type Beside = ReadonlyMap<string, string>;

function besideIn(source: readonly Token[]): Beside {
  const beside = new Map<string, string>();
  const note = (name: string, space: string | undefined): void => {
    if (space !== undefined && IS_SPECIAL.test(space)) beside.set(name, space);
  };
  source.forEach((token, index) => {
    if (token.type !== 'text') {
      note(`before ${keyOf(token)}`, textAt(source, index - 1)?.at(-1));
      note(`after ${keyOf(token)}`, textAt(source, index + 1)?.at(0));
      return;
    }
    for (const [, space, left, right] of token.text.matchAll(SPECIAL_AT_NUMBER)) {
      note(left === undefined ? `before number ${right}` : `after number ${left}`, space);
    }
  });
  return beside;
}

/**
 * Replaces plain spaces beside a placeholder, tag or number by the special white space, such as a no-break space,
 * that the source text has in the same position. Several services return plain spaces there.
 */
export function repairSpecialSpaces(source: readonly Token[], out: Texts): void {
  const beside = besideIn(source);
  if (beside.size === 0) return;
  const spaceAt = (side: 'before' | 'after', token: Token | undefined): string =>
    (token && token.type !== 'text' && beside.get(`${side} ${keyOf(token)}`)) || ' ';
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    const text = token.text
      .replace(/^ /, () => spaceAt('after', out[index - 1]))
      .replace(/ $/, () => spaceAt('before', out[index + 1]))
      .replace(
        SPACE_AT_NUMBER,
        (space, left, right) =>
          beside.get(left === undefined ? `before number ${right}` : `after number ${left}`) ??
          space,
      );
    if (text !== token.text) setText(out, index, text);
  });
}
