import { foldedCharacters, foldText } from './fold-text.ts';

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

let uneven: RegExp | null = null;

/** True if folding keeps the length of each character, so that offsets are the same. */
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

/** Folds a text, part by part if offsets change. The time is proportional to the length of the text. */
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
