// Pseudo-localization. It is a separate entry point, because the web app does not need it.
import { type AnalyzeOptions, analyzeMessage } from './analysis/analyze.ts';
import { type MessageFormat, type Token, textToken } from './token/token.ts';
import { verifyMessage } from './verify/verify-message.ts';

/**
 * Share by which a typical translation is longer than its English source text. For example, 0.3
 * means 30 %.
 */
const EXPANSION = 0.3;
const OPENING = '⟪';
const CLOSING = '⟫';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
);
const VOWELS = new Set('aeiouyAEIOUY');

export interface PseudoPiece {
  readonly text: string;
  readonly keptLength: number | null;
}

/**
 * Adds accents and brackets to a text. Repeats vowels until the text has grown enough. The result
 * is at most `maxLength` long, unless the text itself is longer.
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
      .map((character, index) => {
        if (/\p{M}/u.test(characters[index + 1] ?? '')) return character;
        const accented = ACCENTS.get(character) ?? character;
        if (growth === 0 || !VOWELS.has(character)) return accented;
        growth--;
        return accented + accented;
      })
      .join('');
  });
  const end = hasBrackets ? `${'~'.repeat(growth)}${CLOSING}` : '';
  return [hasBrackets ? OPENING : '', ...changed, end];
}

/**
 * Pseudo-localizes a message. Placeholders, markup and plurals stay unchanged. The whole message
 * stays unchanged if it has code of an unknown syntax, or if the change would cause an error of the
 * checks. See {@link pseudolocalize}.
 */
export function pseudolocalizeMessage(
  text: string,
  { format, locale }: { format: MessageFormat; locale: string },
): string {
  const options: AnalyzeOptions = { format, sourceLocale: locale, targetLocale: locale };
  const { leaves, assemble, findings } = analyzeMessage(text, options);
  if (findings.some(({ code }) => code === 'unknown_syntax')) return text;
  const changed = assemble(leaves.map(({ tokens }) => pseudolocalizeTokens(tokens)));
  const isRight = verifyMessage(text, changed, options).every(
    ({ severity }) => severity !== 'error',
  );
  return isRight ? changed : text;
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
    ...tokens.map((token, index) => (token.type === 'text' ? textToken(changed[index]!) : token)),
    textToken(end),
  ];
}
