import { parseQuery } from '@parlance/query';
import type { LocaleCounts } from '@parlance/sdk';

/** The texts of a locale to review: all, those that engines wrote, and those whose source has changed. */
export const REVIEW_QUEUES = [
  {
    name: 'all',
    query: 'is:needs-review',
    countOf: ({ needsReview }: LocaleCounts) => needsReview,
  },
  {
    name: 'machine',
    query: 'is:needs-review origin:machine',
    countOf: ({ machine }: LocaleCounts) => machine,
  },
  { name: 'outdated', query: 'is:outdated', countOf: ({ outdated }: LocaleCounts) => outdated },
] as const;

/** True if a query asks for texts to review. */
export function isReview(text: string): boolean {
  const { query } = parseQuery(text);
  return (
    query?.terms.some(
      ({ condition, isNegated }) =>
        !isNegated &&
        condition.field === 'is' &&
        condition.anyOf.some((status) => status === 'needs-review' || status === 'outdated'),
    ) ?? false
  );
}
