export function lineStartOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isLineEnd(text[start - 1])) start--;
  return start;
}

export function lineEndOf(text: string, at: number): number {
  if (withoutLineEnd(text, at) < at) return at;
  let end = at;
  while (end < text.length && !isLineEnd(text[end])) end++;
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

export function withoutLineEnd(text: string, end: number): number {
  if (text[end - 1] === '\r') return end - 1;
  if (text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

export function withoutBlankLines(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (isLineEnd(text[last - 1]) || text[last - 1] === ' ')) last--;
  return last === start ? start : Math.min(lineEndOf(text, last), end);
}

/** Returns the offset after the blank lines that begin at `at`. */
export function behindBlankLines(text: string, at: number): number {
  const blank = /(?:[ \t]*(?:\r\n|\n|\r))*/y;
  blank.lastIndex = at;
  blank.test(text);
  return blank.lastIndex;
}

export const isLineEnd = (character: string | undefined): boolean =>
  character === '\n' || character === '\r';
