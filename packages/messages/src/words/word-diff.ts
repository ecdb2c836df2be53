import { diffArrays } from 'diff';

/** A run of words: in both texts, only in the later text, or only in the earlier text. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly words: readonly string[];
}

/**
 * Maximum number of differences. Beyond it, texts are compared as one block, so that a pasted book cannot block the
 * page.
 */
const MAX_DIFFERENCES = 2_000;

/** Splits a text into words and the text between them, by the rules of its language. */
export function wordsOf(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Returns the changes from `before` to `after`, in order. Removed words precede added ones. */
export function diffWords(
  before: readonly string[],
  after: readonly string[],
): readonly WordChange[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_DIFFERENCES });
  if (changes === undefined) {
    return [
      { kind: 'removed', words: before },
      { kind: 'added', words: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    words: value,
  }));
}

/** As {@link diffWords}, for two texts in one language. */
export const diffTexts = (before: string, after: string, locale: string): readonly WordChange[] =>
  diffWords(wordsOf(before, locale), wordsOf(after, locale));
