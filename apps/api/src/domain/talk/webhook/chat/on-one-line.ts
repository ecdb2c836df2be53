/** White space and invisible characters, except the zero-width joiners that Persian words and many emoji need. */
const UNSEEN = /(?:[\s\p{Cc}]|(?![\u200c\u200d])\p{Cf})+/gu;

/**
 * Returns the start of a text without line breaks, and without invisible characters, which can change the order of the
 * characters around them.
 */
export function onOneLine(text: string, length: number): string {
  const characters = [...text.replace(UNSEEN, ' ').trim()];
  return characters.length <= length
    ? characters.join('')
    : `${characters.slice(0, length).join('')}…`;
}
