import { type NeededKeys, neededValues } from '../../content/index.ts';
import type { LocaleFigures } from './project-progress.store.ts';

export interface StateSums {
  readonly translated: number;
  readonly needsReview: number;
  readonly missing: number;
}

export const sumsOf = (
  { code, values_count, needs_review }: LocaleFigures,
  keys: NeededKeys,
): StateSums => ({
  translated: values_count - needs_review,
  needsReview: needs_review,
  missing: neededValues(code, keys) - values_count,
});

/** Returns the number of values in each state in all target locales of a project. */
export function sumTargets(locales: readonly LocaleFigures[], keys: NeededKeys): StateSums {
  const sums = { translated: 0, needsReview: 0, missing: 0 };
  for (const locale of locales) {
    if (locale.is_source) continue;
    const localeSums = sumsOf(locale, keys);
    sums.translated += localeSums.translated;
    sums.needsReview += localeSums.needsReview;
    sums.missing += localeSums.missing;
  }
  return sums;
}
