/** C0 and C1 controls, DEL, line separators, and characters that change the direction of what follows. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Makes text from files and servers harmless for a terminal, on one line. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  });
}

const MAX_LENGTH = 120;

/** Quotes a text for a line of output: escaped, truncated, and isolated from the direction of its neighbors. */
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
