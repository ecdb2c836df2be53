import { foldedCharacters, foldText } from './fold-text.ts';

/** A text after `foldText`, with the offsets of its parts in the original text. */
export interface FoldedText {
  readonly text: string;
  /**
   * Returns the offset in the original text for an offset in the folded text, both in UTF-16 code
   * units. Null for an offset inside a character.
   */
  offsetOf(at: number): number | null;
}

/**
 * Matches a run of ASCII characters, a character with its marks (including half-width voicing
 * marks), or the letters of a decomposed Hangul syllable.
 */
const PART =
  /[\x20-\x7e]+(?![\p{M}\uff9e\uff9f])|[\u1100-\u11ff]+|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;

let uneven: RegExp | null = null;

/** True if folding keeps the length of each character, so that offsets stay the same. */
function isEven(text: string): boolean {
  if (uneven === null) {
    const changed = [...foldedCharacters()].filter(
      ([character, folded]) => character.length !== folded.length,
    );
    const characters = changed.map(([character]) => character).join('');
    uneven = new RegExp(`[\\p{M}\\u1100-\\u11ff\\uff9e\\uff9f${characters}]`, 'u');
  }
  return !uneven.test(text) && text.normalize('NFC') === text;
}

/** Folds a text. If offsets change, folds it part by part. The time is proportional to the length of the text. */
export function foldInPlace(text: string): FoldedText {
  if (isEven(text)) return { text: foldText(text), offsetOf: (at) => at };
  const offsets: (number | null)[] = [];
  const cache = new Map<string, string>();
  let out = '';
  for (const { 0: part, index: start } of text.matchAll(PART)) {
    const folded = cache.get(part) ?? foldText(part);
    cache.set(part, folded);
    const isRun = /^[\x20-\x7e]/.test(part);
    for (let index = 0; index < folded.length; index++) {
      offsets.push(isRun ? start + index : index === 0 ? start : null);
    }
    out += folded;
  }
  offsets.push(text.length);
  return { text: out, offsetOf: (at) => offsets[at] ?? null };
}

/**
 * Returns the ranges of a text that equal `part` after `foldText`. The ranges begin and end between
 * characters, and do not overlap.
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
