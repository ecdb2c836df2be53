import type { LocaleCounts, ProjectQueue } from '@parlance/contracts';
import type { Work } from './queue.queries.ts';

/** Queues of texts to review in a locale: all texts, by origin, and texts whose source text has changed. */
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

/** Returns the query of the editor that shows a list of texts to review. */
export const queryOf = (queue: (typeof REVIEW_QUEUES)[number]['name']): string =>
  REVIEW_QUEUES.find(({ name }) => name === queue)!.query;

/** Texts that need a review in every project, because an engine wrote them or somebody has marked them. */
const WAITING_QUERY = 'is:needs-review';

/**
 * Returns the query of the editor for the rows with a kind of work. Questions are excluded, because
 * a separate page lists them.
 */
export const queryOfWork = (
  kind: Exclude<Work, 'questions'>,
  { requireReview }: Pick<ProjectQueue, 'requireReview'>,
): string => {
  if (kind === 'toReview') return requireReview ? queryOf('all') : WAITING_QUERY;
  return { proposals: 'has:proposal', outdated: queryOf('outdated'), missing: 'is:missing' }[kind];
};
