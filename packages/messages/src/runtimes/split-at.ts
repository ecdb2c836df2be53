import type { TextRange } from './runtime.ts';

/** Returns the ranges between separators, without the white space around them. */
export function splitAt(text: string, separator: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf(separator, from);
    const to = next < 0 ? text.length : next;
    ranges.push(trimmed(text, from, to));
    from = next < 0 ? text.length + 1 : next + separator.length;
  }
  return ranges;
}

/** Returns a range of a text without the white space at its ends. */
export function trimmed(text: string, from: number, to: number): TextRange {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  return { start, end: Math.max(start, from + part.trimEnd().length) };
}
