import { TAKEN } from './left-over.ts';

/** A word with signs that look like code, such as `~name~`, outside all tokens of the text. */
export interface CodePosition {
  /** The signs, with `…` in place of the word, such as `~…~`. */
  readonly shape: string;
  readonly word: string;
  /** The word including its signs. */
  readonly source: string;
  readonly start: number;
}

const SIGNS = String.raw`~|^=+!:<>#&$%@*\\¤¦¬†‡⟦⟧⟨⟩[\](`;
/** Letters of scripts with spaces between words, digits and the underscore. */
const IN_WORD = String.raw`\p{Lu}\p{Ll}\p{N}_`;
// Matches a part of every position. It is tested first, because most texts contain no position.
const HINT = new RegExp(
  `(?:^|[^${IN_WORD}${SIGNS}])(?:[${SIGNS}]{1,4}|[A-Z]{2,20}:)[A-Za-z_]|^\\s*[A-Z][A-Z_]{1,30}:\\s`,
  'u',
);
const POSITION = new RegExp(
  `(?<![${IN_WORD}${SIGNS}])(?<signs>[${SIGNS}]{1,4}|[A-Z]{2,20}:)(?<run>[A-Za-z_][\\w.-]{0,39})`,
  'gu',
);
/** The keyword of a text, as in `TITLE: Open a file`. */
const KEYWORD = /^\s*(?<word>[A-Z][A-Z_]{1,30}):(?=\s)/;
/**
 * Matches signs before a word that need no signs after it, such as `~name` and `<<name`. Excludes
 * `|:`, because `:count file|:count files` has two plural forms of Laravel.
 */
const BEFORE = /^(?!\|:)(?:[~!:^=|¤¦¬]{1,3}|<<|>>|[A-Z]{2,20}:)$/;
// Matches signs that form no pair: tags are tokens, and words in parentheses are prose.
const NO_PAIR = /^[<(]$/;
/**
 * Matches a word with a capital letter, such as `Save`. In brackets or after a sign, as in
 * `[Save]`, such a word is prose.
 */
const CAPITALIZED = /^[A-Z][a-z]+$/;
const BRACKETS = '[]<>()⟦⟧⟨⟩';
export const KEYWORD_SHAPE = '…: ';

const mirror = (signs: string): string =>
  [...signs]
    .reverse()
    .map((sign) => BRACKETS[BRACKETS.indexOf(sign) ^ 1] ?? sign)
    .join('');

const escaped = (signs: string): string => signs.replace(/[$^*+|[\]()\\]/g, '\\$&');

/** Returns a regular expression, without slashes, that matches the positions of a shape. */
export function patternOfShape(shape: string): string {
  if (shape === KEYWORD_SHAPE) return '^\\s*[A-Z][A-Z_]{1,30}:(?=\\s)';
  const [left = '', right = ''] = shape.split('…');
  const isPair = right !== '';
  const start = `(?<![${IN_WORD}${SIGNS}])\\(*(?<code>${isPair ? '' : `(?<!${TAKEN})`}`;
  const noProse = !isPair || left === '[' ? '(?![A-Z][a-z]+(?!\\w))' : '';
  const rest = `(?:[\\w.-]{0,38}\\w)${isPair ? '?' : ''}(?!\\w)`;
  const end = isPair ? escaped(right) : /^[!:]$/.test(left) ? '' : `(?!${escaped(mirror(left))})`;
  return `${start}${escaped(left)}${noProse}[A-Za-z_]${rest}${end})`;
}

/** Maximum number of positions of a text that are reported. */
const MAX_POSITIONS = 1_000;

/** True if {@link findPositions} may find something. */
export const mayHavePositions = (text: string): boolean => HINT.test(text);

/** Finds words with signs that look like code. `text` contains no tokens. */
export function findPositions(text: string): CodePosition[] {
  if (!HINT.test(text)) return [];
  const found: CodePosition[] = [];
  const add = (shape: string, word: string, start: number, end: number): void => {
    found.push({ shape, word, source: text.slice(start, end), start });
  };
  const keyword = KEYWORD.exec(text);
  if (keyword) add(KEYWORD_SHAPE, keyword.groups!.word!, 0, keyword[0].length);
  for (const { index, 0: whole, groups } of text.matchAll(POSITION)) {
    if (found.length >= MAX_POSITIONS) break;
    const word = groups!.run!.replace(/[.-]+$/, '');
    const left = groups!.signs!.replace(/^\(+(?=.)/, '');
    const end = index + whole.length - groups!.run!.length + word.length;
    const start = end - word.length - left.length;
    const right = mirror(left);
    const isPair = text.startsWith(right, end) && !NO_PAIR.test(left);
    if (CAPITALIZED.test(word) && (!isPair || left === '[')) continue;
    if (isPair) add(`${left}…${right}`, word, start, end + right.length);
    // A sign after the word may belong to the sentence, as in `Open !name!`.
    if (isPair && !/^[!:]$/.test(left)) continue;
    if (BEFORE.test(left) && word.length > 1 && text[start - 1] !== TAKEN) {
      add(`${left}…`, word, start, end);
    }
  }
  return found;
}
