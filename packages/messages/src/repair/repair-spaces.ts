import { type Token, textToken } from '../token/token.ts';
import { isUnspacedLanguage, joinsAfter, joinsBefore } from '../words/joined-words.ts';
import { languageOf } from '../words/punctuation.ts';

export type Texts = Token[];

const SPACE_END = /\s$/u;
const SPACE_START = /^\s/u;

export function textAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  return token?.type === 'text' ? token.text : null;
}

export function setText(tokens: Texts, index: number, text: string): void {
  tokens[index] = textToken(text);
}

type Marked = Exclude<Token, { type: 'text' }>;

/**
 * Returns a number that identifies a placeholder, tag or term in its segment. Numbers are cheaper
 * than strings, and a segment may have many tokens.
 */
export function keyOf({ type, id }: Marked): number {
  return id * 3 + (type === 'open' ? 0 : type === 'close' ? 1 : 2);
}

/**
 * Kind of neighbor that a token has: white space, words, punctuation, another token, or the edge of
 * the segment.
 */
type Side = 'space' | 'words' | 'punctuation' | 'mark' | 'edge';

function sideOf(tokens: readonly Token[], index: number, step: -1 | 1): Side {
  const neighbour = tokens[index + step];
  if (!neighbour) return 'edge';
  if (neighbour.type !== 'text') return 'mark';
  const { text } = neighbour;
  if (/\s/.test(text.at(step < 0 ? -1 : 0) ?? '')) return 'space';
  const isWord = step < 0 ? /[\p{L}\p{N}]$/u.test(text.slice(-2)) : /^[\p{L}\p{N}]/u.test(text);
  return isWord ? 'words' : 'punctuation';
}

export type Sides = ReadonlyMap<number, { readonly before: Side; readonly after: Side }>;

export function sidesOf(tokens: readonly Token[]): Sides {
  const sides = new Map<number, { readonly before: Side; readonly after: Side }>();
  tokens.forEach((token, index) => {
    if (token.type === 'text') return;
    const [before, after] = [sideOf(tokens, index, -1), sideOf(tokens, index, 1)];
    sides.set(keyOf(token), { before, after });
  });
  return sides;
}

/**
 * Moves a space at a placeholder or tag to the other side, if the source text has the space there.
 * Removes a duplicate space.
 */
export function repairSpaces(wanted: Sides, out: Texts, targetLocale: string): void {
  const isUnspaced = isUnspacedLanguage(targetLocale);
  for (let index = 0; index < out.length; index++) {
    const token = out[index]!;
    const sides = token.type === 'text' ? undefined : wanted.get(keyOf(token));
    if (!sides) continue;
    const before = textAt(out, index - 1);
    const after = textAt(out, index + 1);
    if (before !== null && before.trim() !== '') {
      // Removes a space inside a tag if the source text has no such space.
      if (
        sides.before === 'space' &&
        sideOf(out, index, -1) === 'words' &&
        !joinsBefore(before, targetLocale)
      ) {
        setText(out, index - 1, `${before} `);
      } else if (sides.before === 'words' && token.type === 'close' && SPACE_END.test(before)) {
        setText(out, index - 1, before.trimEnd());
        moveSpace(out, index, 1, isUnspaced);
      }
    }
    if (after !== null && after.trim() !== '') {
      if (
        sides.after === 'space' &&
        sideOf(out, index, 1) === 'words' &&
        !joinsAfter(after, targetLocale)
      ) {
        setText(out, index + 1, ` ${after}`);
      } else if (sides.after === 'words' && token.type === 'open' && SPACE_START.test(after)) {
        setText(out, index + 1, after.trimStart());
        moveSpace(out, index, -1, isUnspaced);
      }
    }
  }
}

const CLOSING_SPACE = /^\s(?=[,.;:!?…)\]}»”’،؛؟。，、！？：；）](?:$|[^\p{L}\p{N}]))/u;
const OPENING_SPACE = /(?<=[([{¿¡«“„‘（「])\s$/u;

/**
 * Removes a space between a placeholder or tag and punctuation if the source text has no such
 * space.
 */
export function repairPunctuation(wanted: Sides, out: Texts, targetLocale: string): void {
  const marks = spacedMarks(targetLocale);
  out.forEach((token, index) => {
    const sides = token.type === 'text' ? undefined : wanted.get(keyOf(token));
    if (!sides) return;
    const { before, after } = sides;
    const previous = textAt(out, index - 1);
    const next = textAt(out, index + 1);
    const isOpened = marks !== null && /«\s$/.test(previous ?? '');
    if (
      before === 'punctuation' &&
      previous !== null &&
      !isOpened &&
      OPENING_SPACE.test(previous)
    ) {
      setText(out, index - 1, previous.trimEnd());
    }
    const isSpaced = marks?.test(next ?? '') ?? false;
    if (after === 'punctuation' && next !== null && !isSpaced && CLOSING_SPACE.test(next)) {
      setText(out, index + 1, next.trimStart());
    }
  });
}

function moveSpace(out: Texts, index: number, step: -1 | 1, isUnspaced: boolean): void {
  if (isUnspaced || sideOf(out, index, step) !== 'words') return;
  const text = textAt(out, index + step)!;
  setText(out, index + step, step < 0 ? `${text} ` : ` ${text}`);
}

/** True for European French, in which a space precedes ? ! ; and : */
export function isSpacedFrench(locale: string): boolean {
  return languageOf(locale) === 'fr' && !/^fr[-_]ca\b/i.test(locale);
}

/**
 * Returns a pattern that matches a space and the punctuation mark after it. Null for a language that never has a
 * space there.
 */
function spacedMarks(locale: string): RegExp | null {
  if (['oc', 'br'].includes(languageOf(locale)) || isSpacedFrench(locale)) return /^\s[;:!?»]/;
  return languageOf(locale) === 'fr' ? /^\s[:»]/ : null;
}

/**
 * Removes line breaks and repeated spaces that the source text does not contain, and spaces before
 * closing punctuation.
 */
export function repairRuns(source: readonly Token[], out: Texts, targetLocale: string): void {
  const texts = source.map((token) => (token.type === 'text' ? token.text : '')).join('\n');
  const hasRuns = / {2}/.test(texts);
  const spacesMarks = / [,.;:!?…]/.test(texts) || spacedMarks(targetLocale)?.test(' !') === true;
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    let { text } = token;
    text = text.replace(/\r\n|[\n\r\u2028\u2029]/g, ' ');
    if (!hasRuns) text = text.replace(/ {2,}/g, ' ');
    if (!spacesMarks)
      text = text.replace(/ (?<=[\p{L}\p{N}] )([,.;:!?…])(?![\p{L}\p{N}.])/gu, '$1');
    if (text !== token.text) setText(out, index, text);
  });
}

/**
 * Gives the translation the leading and trailing white space of the source text, which is usually
 * none.
 */
export function repairEdges(source: readonly Token[], out: Texts): void {
  const edge = (tokens: readonly Token[], fromEnd: boolean): string => {
    const text = textAt(tokens, fromEnd ? tokens.length - 1 : 0) ?? '';
    return fromEnd
      ? text.slice(text.trimEnd().length)
      : text.slice(0, text.length - text.trimStart().length);
  };
  const lead = edge(source, false);
  const trail = edge(source, true);
  const first = textAt(out, 0);
  if (first !== null) setText(out, 0, first.trimStart());
  const last = textAt(out, out.length - 1);
  if (last !== null) setText(out, out.length - 1, last.trimEnd());
  if (textAt(out, out.length - 1) === '') out.pop();
  if (textAt(out, 0) === '') out.shift();
  if (lead !== '') out.unshift(textToken(lead));
  if (trail !== '') out.push(textToken(trail));
}
