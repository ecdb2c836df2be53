import { foldText } from './fold-text.ts';

/** A text after `foldText`, and where its parts stand in the text. */
export interface FoldedText {
  readonly text: string;
  /**
   * Returns the offset in the text of an offset in the folded text, both in UTF-16 code units. Null
   * for an offset inside of a character.
   */
  offsetOf(at: number): number | null;
}

/**
 * A run of ASCII characters, a character with its marks (which include voicing marks of half width),
 * and the letters of a decomposed Hangul syllable.
 */
const PART =
  /[\x20-\x7e]+(?![\p{M}\uff9e\uff9f])|[\u1100-\u11ff]+|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;

interface Part {
  readonly folded: number;
  readonly start: number;
  readonly isRun: boolean;
}

/** Folds a text part by part. The time is proportional to the length of the text. */
export function foldInPlace(text: string): FoldedText {
  const parts: Part[] = [];
  let folded = '';
  for (const { 0: part, index: start } of text.matchAll(PART)) {
    parts.push({ folded: folded.length, start, isRun: /^[\x20-\x7e]/.test(part) });
    folded += foldText(part);
  }
  parts.push({ folded: folded.length, start: text.length, isRun: false });
  const offsetOf = (at: number): number | null => {
    const part = parts[lastUpTo(parts, at)];
    if (part === undefined) return null;
    if (part.folded === at) return part.start;
    return part.isRun ? part.start + at - part.folded : null;
  };
  return { text: folded, offsetOf };
}

function lastUpTo(parts: readonly Part[], at: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.folded <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns the places of a text that are the same as `part` after `foldText`. They begin and end
 * between characters, and do not overlap.
 */
export function* findFolded(
  text: string,
  part: string,
): Generator<{ readonly start: number; readonly end: number }, void> {
  const wanted = foldText(part);
  if (wanted === '') return;
  const folded = foldInPlace(text);
  let from = 0;
  for (;;) {
    const at = folded.text.indexOf(wanted, from);
    if (at < 0) return;
    const start = folded.offsetOf(at);
    const end = folded.offsetOf(at + wanted.length);
    const isWhole = start !== null && end !== null;
    if (isWhole) yield { start, end };
    from = isWhole ? at + wanted.length : at + 1;
  }
}
