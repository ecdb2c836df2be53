import { foldedCharacters } from './fold-text.ts';

/**
 * A kind of characters that `foldText` changes and lower-casing does not. If a text contains no
 * such characters, they cannot make it differ from a query.
 */
interface FoldKind {
  readonly inText: RegExp;
  /** Matches a folded query for which the kind can make a difference. */
  readonly inQuery: RegExp;
}

const SIGMA = /[Σςϲ]/;
const DOTS = /[İı]|i\u0307/;
const WIDE_LETTERS = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]/;
const WIDE_MARKS = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee]/;
const BLANKS = /[^\P{Zs} ]|\t/u;
const QUOTES = /[‘’‚‛‹›ʻʼ´′“”„‟«»″〝〞〟]/;
const ANY = /./su;

let cachedKinds: readonly FoldKind[] | null = null;

/** Returns the kinds in the order of their bits. The bits are stored, so new kinds are appended. */
function foldKinds(): readonly FoldKind[] {
  if (cachedKinds) return cachedKinds;
  const others = [SIGMA, DOTS, WIDE_LETTERS, WIDE_MARKS, BLANKS, QUOTES];
  const letters = [...foldedCharacters()]
    .filter(([character, folded]) => folded !== character.toLowerCase())
    .map(([character]) => character)
    .filter(
      (character) => !others.some((kind) => kind.test(character)) && !/[\s"']/.test(character),
    );
  cachedKinds = [
    { inText: new RegExp(`[${letters.join('')}]`), inQuery: ANY },
    { inText: SIGMA, inQuery: /σ/ },
    { inText: DOTS, inQuery: /i/ },
    { inText: WIDE_LETTERS, inQuery: /[\p{L}\p{N}]/u },
    { inText: WIDE_MARKS, inQuery: /[^\p{L}\p{N}\s]/u },
    { inText: BLANKS, inQuery: / / },
    { inText: QUOTES, inQuery: /['"]/ },
  ];
  return cachedKinds;
}

const bitsOf = (kinds: readonly FoldKind[], has: (kind: FoldKind) => boolean): number =>
  kinds.reduce((bits, kind, index) => (has(kind) ? bits | (1 << index) : bits), 0);

/** Bit of a text that is not in NFC (UAX #15). */
const NOT_COMPOSED = 1 << 7;

/**
 * Returns, as bits, the kinds of characters that `foldText` and lower-casing change differently in
 * a text. If there are none, both give the same result.
 */
export function foldKindsOf(text: string): number {
  if (/^[\n\r\x20-\x7e]*$/.test(text)) return 0;
  const composed = text.normalize('NFC') === text ? 0 : NOT_COMPOSED;
  return composed | bitsOf(foldKinds(), ({ inText }) => inText.test(text));
}

/** Returns, as bits of {@link foldKindsOf}, the kinds that decide whether a text contains a folded query. */
export const foldKindsFor = (folded: string): number =>
  NOT_COMPOSED | bitsOf(foldKinds(), ({ inQuery }) => inQuery.test(folded));
