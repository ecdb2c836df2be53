/** Matches a tab and spaces of all widths. Most of these spaces cannot be typed on a keyboard. */
const BLANK = /[\p{Zs}\t]/u;
const APOSTROPHE = /['‘’‚‛‹›ʻʼ´′＇]/;
const QUOTATION_MARK = /["“”„‟«»″〝〞〟＂]/;
const WIDTH_VARIANT = /[\uff01-\uffee]/;
const IGNORES_CASE = /[\p{Changes_When_Casefolded}ı]/u;
const MAY_FOLD = new RegExp(
  `(?:${[BLANK, APOSTROPHE, QUOTATION_MARK, WIDTH_VARIANT, IGNORES_CASE].map(({ source }) => source).join('|')})`,
  'gu',
);

/** Ranges of code points that contain all characters which folding changes. No letter outside them has case. */
const FOLDED_RANGES = [
  [0, 0x3100],
  [0xa640, 0xac00],
  [0xfb00, 0x1f000],
] as const;

/** Hangul letters by the letters to which Unicode normalizes them and their half-width forms. */
const hangulLetters = new Map(
  Array.from({ length: 0x3165 - 0x3131 }, (_, index) => String.fromCharCode(0x3131 + index)).map(
    (letter) => [letter.normalize('NFKC'), letter],
  ),
);

/** Returns the usual form of a full-width or half-width character. */
function widen(character: string): string {
  if (!WIDTH_VARIANT.test(character)) return character;
  const plain = character.normalize('NFKC');
  return plain.length > 1 ? character : (hangulLetters.get(plain) ?? plain);
}

function foldCharacter(character: string): string {
  if (BLANK.test(character)) return ' ';
  if (APOSTROPHE.test(character)) return "'";
  if (QUOTATION_MARK.test(character)) return '"';
  const wide = widen(character);
  if (wide !== character) return foldCharacter(wide);
  if (character === 'İ') return 'i';
  if (!IGNORES_CASE.test(character)) return character;
  // Upper case comes first, because it changes ß to `ss` and makes all forms of sigma equal. Before
  // that, capital ẞ must be lower-cased.
  const folded = character.toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
  return folded.replace(/ʼ/g, "'");
}

let folds: ReadonlyMap<string, string> | null = null;

/** Returns the characters that folding changes, each with its folded text. */
export function foldedCharacters(): ReadonlyMap<string, string> {
  if (folds) return folds;
  const found = new Map<string, string>();
  for (const [from, to] of FOLDED_RANGES) {
    const all = Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index));
    for (const character of all.join('').match(MAY_FOLD) ?? []) {
      const folded = foldCharacter(character);
      if (folded !== character) found.set(character, folded);
    }
  }
  folds = found;
  return found;
}

/**
 * Returns a text in the form in which searches compare texts. Texts have the same form if they differ only in case
 * (full case folding, Unicode chapter 3.13), in dots of the letter i, in the width of characters, in the kind of
 * spaces, quotation marks and apostrophes, or in Unicode normalization.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  const characters = foldedCharacters();
  let folded = '';
  for (const character of text.normalize('NFC')) folded += characters.get(character) ?? character;
  // Removes the dot that remains after İ is lower-cased.
  return folded.replace(/i\u0307/g, 'i').normalize('NFC');
}
