import type { LocaleCounts } from '@parlance/contracts';

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

/** Returns the query of a queue. */
export const queryOf = (queue: (typeof REVIEW_QUEUES)[number]['name']): string =>
  REVIEW_QUEUES.find(({ name }) => name === queue)!.query;

/** The texts that wait for a review in every project: machines wrote them, or somebody has marked them so. */
export const WAITING = {
  query: 'is:needs-review',
  countOf: ({ needsReview }: LocaleCounts) => needsReview,
} as const;
