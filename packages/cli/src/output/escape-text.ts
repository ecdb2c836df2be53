const CONTEXT_END = '\u0004';

/**
 * Matches C0 and C1 controls, DEL, line separators and characters that change the text direction.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Escapes a text from a file or server. The result is a single line that cannot control a terminal. U+0004 in the name
 * of a gettext key, which ends its context, is shown as a bar: `month|May`.
 */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === CONTEXT_END) return '|';
    return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  });
}

const MAX_LENGTH = 120;

/**
 * Quotes a text for output. The text is escaped and shortened, and its direction does not affect
 * the surrounding text.
 */
export function quoteText(text: string | null): string {
  if (text === null) return '(none)';
  const graphemes = [...new Intl.Segmenter().segment(text.slice(0, MAX_LENGTH * 10))];
  const isCut = graphemes.length > MAX_LENGTH;
  const short = isCut
    ? `${graphemes
        .slice(0, MAX_LENGTH)
        .map(({ segment }) => segment)
        .join('')}…`
    : text;
  return `"\u2068${escapeText(short)}\u2069"`;
}

/** Matches a text that {@link quoteText} has quoted. */
const QUOTED = /("\u2068[^\u2066-\u2069]*\u2069")/;

/** Escapes a message, and leaves the quotes around texts in it as they are. */
export const escapeMessage = (message: string): string =>
  message
    .split(QUOTED)
    .map((part, index) =>
      index % 2 === 1 ? `"\u2068${escapeText(part.slice(2, -2))}\u2069"` : escapeText(part),
    )
    .join('');
