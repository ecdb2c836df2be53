import { diffArrays } from 'diff';

/**
 * A run of words that occurs in both texts, only in the text before the change (`removed`), or only
 * in the text after it (`added`).
 */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly words: readonly string[];
}

/**
 * Maximum number of differences. Texts with more differences are compared as one block, because a
 * long comparison would block the web page.
 */
const MAX_DIFFERENCES = 2_000;

/** Splits a text into words and the text between words, by the rules of its language. */
export function wordsOf(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Returns the changes from `before` to `after`, in order. Removed words precede the words that
 * replace them.
 */
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

/** Compares two texts in the same language, with the result of {@link diffWords}. */
export const diffTexts = (before: string, after: string, locale: string): readonly WordChange[] =>
  diffWords(wordsOf(before, locale), wordsOf(after, locale));
