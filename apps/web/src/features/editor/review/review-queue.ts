import { parseQuery } from '@parlance/query';

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

/** True if the review of a query also includes texts that people have translated. */
export const hasTranslated = (text: string): boolean =>
  parseQuery(text).query?.terms.some(
    ({ condition, isNegated }) =>
      !isNegated &&
      condition.field === 'is' &&
      condition.anyOf.some((status) => status === 'translated'),
  ) ?? false;
