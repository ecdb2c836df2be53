import { parseQuery } from '@parlance/query';
import type { LocaleCounts } from '@parlance/sdk';

/** The texts of a locale that nobody has reviewed, by their origin, and those whose source has changed. */
export const REVIEW_QUEUES = [
  {
    name: 'all',
    query: 'is:needs-review|translated',
    countOf: ({ needsReview, translated }: LocaleCounts) => needsReview + translated,
  },
  {
    name: 'people',
    query: 'is:needs-review|translated -origin:machine',
    countOf: ({ needsReview, translated, machineUnreviewed }: LocaleCounts) =>
      needsReview + translated - machineUnreviewed,
  },
  {
    name: 'machine',
    query: 'is:needs-review|translated origin:machine',
    countOf: ({ machineUnreviewed }: LocaleCounts) => machineUnreviewed,
  },
  { name: 'outdated', query: 'is:outdated', countOf: ({ outdated }: LocaleCounts) => outdated },
] as const;

/** The texts that wait for a review in every project: machines wrote them, or somebody has marked them so. */
export const WAITING = {
  query: 'is:needs-review',
  countOf: ({ needsReview }: LocaleCounts) => needsReview,
} as const;

/** States of texts that a review is about. */
const UNREVIEWED: ReadonlySet<string> = new Set(['needs-review', 'translated', 'outdated']);

/** True if a query asks for texts to review. */
export function isReview(text: string): boolean {
  const { query } = parseQuery(text);
  return (
    query?.terms.some(
      ({ condition, isNegated }) =>
        !isNegated &&
        condition.field === 'is' &&
        condition.anyOf.every((status) => UNREVIEWED.has(status)),
    ) ?? false
  );
}

/** True if a review that a query is about goes through texts that people have translated, too. */
export const hasTranslated = (text: string): boolean =>
  parseQuery(text).query?.terms.some(
    ({ condition, isNegated }) =>
      !isNegated &&
      condition.field === 'is' &&
      condition.anyOf.some((status) => status === 'translated'),
  ) ?? false;
