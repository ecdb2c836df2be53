// Pseudo-localization. It has its own entry point, since the web app does not need it.
import { type AnalyzeOptions, analyzeMessage } from './analysis/analyze.ts';
import { type MessageFormat, type Token, textToken } from './token/token.ts';

/** Translations of English grow by about this much; short labels by more. */
const EXPANSION = 0.3;
const OPENING = '⟪';
const CLOSING = '⟫';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
);
const VOWELS = new Set('aeiouyAEIOUY');

/** A part of a text. */
export interface PseudoPiece {
  readonly text: string;
  /** Length of a piece that stays as it is; null for words. */
  readonly keptLength: number | null;
}

/**
 * Returns the pieces with accents, and with an opening before them and an end after them: text that is plainly not
 * the source, yet can be read. Vowels are repeated from the start on until the text has grown enough. It stays within
 * `maxLength` if it can.
 */
export function pseudolocalize(
  pieces: readonly PseudoPiece[],
  maxLength = Number.POSITIVE_INFINITY,
): string[] {
  const texts = pieces.map(({ text, keptLength }) => (keptLength === null ? [...text] : null));
  const length = pieces.reduce(
    (sum, { keptLength }, index) => sum + (keptLength ?? texts[index]!.length),
    0,
  );
  const hasBrackets = length + 2 <= maxLength;
  const room = maxLength - length - 2;
  let growth = hasBrackets ? Math.min(Math.ceil(length * EXPANSION), room) : 0;
  const changed = pieces.map(({ text }, index) => {
    const characters = texts[index];
    if (!characters) return text;
    return characters
      .map((character, at) => {
        // A letter that already carries an accent keeps it.
        if (/\p{M}/u.test(characters[at + 1] ?? '')) return character;
        const accented = ACCENTS.get(character) ?? character;
        if (growth === 0 || !VOWELS.has(character)) return accented;
        growth--;
        return accented + accented;
      })
      .join('');
  });
  // A text with too few vowels, or in another script, grows at its end.
  const end = hasBrackets ? `${'~'.repeat(growth)}${CLOSING}` : '';
  return [hasBrackets ? OPENING : '', ...changed, end];
}

/** Pseudo-localizes a message. Placeholders, markup and the structure of plurals stay; see {@link pseudolocalize}. */
export function pseudolocalizeMessage(
  text: string,
  { format, locale }: { format: MessageFormat; locale: string },
): string {
  const options: AnalyzeOptions = { format, sourceLocale: locale, targetLocale: locale };
  const { leaves, assemble } = analyzeMessage(text, options);
  return assemble(leaves.map(({ tokens }) => pseudolocalizeTokens(tokens)));
}

function pseudolocalizeTokens(tokens: readonly Token[]): Token[] {
  const [opening, ...changed] = pseudolocalize(
    tokens.map((token) =>
      token.type === 'text'
        ? { text: token.text, keptLength: null }
        : { text: token.source, keptLength: 0 },
    ),
  );
  const end = changed.pop()!;
  return [
    textToken(opening!),
    ...tokens.map((token, at) => (token.type === 'text' ? textToken(changed[at]!) : token)),
    textToken(end),
  ];
}
