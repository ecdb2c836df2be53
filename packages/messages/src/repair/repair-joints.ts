import type { Token } from '../token/token.ts';
import { keyOf, setText, type Texts, textAt } from './repair-spaces.ts';

/** Characters that join a placeholder to the text beside it, as in `@{user}` and `{first}-{last}`. */
const SIGN = /["'@#/\\=\-%$_+*~^&|]/;
const RUN_BEFORE = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]{1,20}$/u;
const RUN_AFTER = /^[\p{L}\p{M}\p{N}]{1,20}(?![\p{L}\p{M}\p{N}])/u;
const BLANKS_BEFORE = /[ \u00a0\u2009\u202f]+$/;
const BLANKS_AFTER = /^[ \u00a0\u2009\u202f]+/;

/** The text, or the key of the token, that stands directly beside a token. Null if nothing is joined to the token. */
type Joint = string | number | null;

function jointOf(tokens: readonly Token[], index: number, step: -1 | 1): Joint {
  const neighbour = tokens[index + step];
  if (!neighbour) return null;
  return neighbour.type === 'text' ? joinedText(neighbour.text, step) : keyOf(neighbour);
}

function joinedText(text: string, step: -1 | 1): string | null {
  const sign = text.at(step < 0 ? -1 : 0) ?? '';
  if (SIGN.test(sign)) return sign;
  const run = step < 0 ? RUN_BEFORE.exec(text.slice(-21)) : RUN_AFTER.exec(text.slice(0, 21));
  return run?.[0] ?? null;
}

const spacedLocales = new Map<string, boolean>();

/** True if the language writes a space between a number and the percent sign or unit after it. */
function spacesUnits(locale: string): boolean {
  let isSpaced = spacedLocales.get(locale);
  if (isSpaced === undefined) {
    isSpaced = /\d\s/.test(new Intl.NumberFormat(locale, { style: 'percent' }).format(1));
    spacedLocales.set(locale, isSpaced);
  }
  return isSpaced;
}

const UNIT = /^[%\p{L}]/u;

/**
 * Removes a space between a placeholder or tag and anything that the source text joins to it: a
 * sign such as `@` or `/`, the same word, or another placeholder or tag. Translation services put
 * spaces around a part that they must not translate.
 */
export function repairJoints(source: readonly Token[], out: Texts, targetLocale: string): void {
  const joints = new Map<number, readonly [Joint, Joint]>();
  source.forEach((token, index) => {
    if (token.type === 'text') return;
    joints.set(keyOf(token), [jointOf(source, index, -1), jointOf(source, index, 1)]);
  });
  out.forEach((token, index) => {
    const joint = token.type === 'text' ? undefined : joints.get(keyOf(token));
    if (!joint) return;
    const [before, after] = joint;
    closeGap(out, index, -1, before);
    const isUnit = typeof after === 'string' && UNIT.test(after) && token.type === 'placeholder';
    if (!isUnit || !spacesUnits(targetLocale)) closeGap(out, index, 1, after);
  });
}

function closeGap(out: Texts, index: number, step: -1 | 1, joint: Joint): void {
  const text = textAt(out, index + step);
  if (joint === null || text === null) return;
  const closed = text.replace(step < 0 ? BLANKS_BEFORE : BLANKS_AFTER, '');
  if (closed === text) return;
  const found = closed === '' ? jointOf(out, index + step, step) : joinedText(closed, step);
  if (found === joint) setText(out, index + step, closed);
}
