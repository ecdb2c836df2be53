import { DIALECT_12, parseMarkup } from './markup.ts';

/** A tag of an inline element in a text. */
export interface TagInText {
  readonly start: number;
  readonly end: number;
  readonly isClosing: boolean;
}

/**
 * Removes line breaks and indentation that a tool put around inline elements of XLIFF 1.2. They are
 * layout if each element begins on a separate line and the text has no other line breaks.
 */
export function withoutLayout(text: string, tags: readonly TagInText[]): string {
  if (tags.length === 0 || !text.includes('\n')) return text;
  let plain = '';
  let at = 0;
  for (const tag of [...tags, null]) {
    const part = text.slice(at, tag?.start ?? text.length);
    const isLed = /^\s*?\n/.test(part) && at > 0;
    const tail = lineStartIn(part);
    const trimmed = part.slice(isLed ? part.length - part.trimStart().length : 0, tail);
    if (trimmed.includes('\n')) return text;
    if (tag !== null && !tag.isClosing && tail === part.length && tag.start > 0) return text;
    plain += trimmed;
    if (tag !== null) {
      plain += text.slice(tag.start, tag.end);
      at = tag.end;
    }
  }
  return plain;
}

/** True if line breaks of a text would be read as layout. */
export function looksLikeLayout(text: string): boolean {
  if (!text.includes('\n')) return false;
  const tags = parseMarkup(text, DIALECT_12).tags.flatMap((tag): TagInText[] => {
    const { start, end, closeStart, closeEnd, isText } = tag;
    if (isText) return [];
    const opening = { start, end, isClosing: false };
    return closeStart < 0
      ? [opening]
      : [opening, { start: closeStart, end: closeEnd, isClosing: true }];
  });
  tags.sort((a, b) => a.start - b.start);
  return withoutLayout(text, tags) !== text;
}

/**
 * Returns the offset of the line break before the last line of a text if that line is blank, and the length of the text
 * otherwise.
 */
function lineStartIn(text: string): number {
  let start = text.length;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  if (text[start - 1] !== '\n') return text.length;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}
