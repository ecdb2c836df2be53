import { parseQuery } from '@parlance/query';

/** Statuses of values that a reviewer has to look at. */
const UNREVIEWED: ReadonlySet<string> = new Set(['needs-review', 'translated', 'outdated']);

/** True if a query searches for values to review. */
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

/** True if a query for values to review also includes values that people have translated. */
export const hasTranslated = (text: string): boolean =>
  parseQuery(text).query?.terms.some(
    ({ condition, isNegated }) =>
      !isNegated &&
      condition.field === 'is' &&
      condition.anyOf.some((status) => status === 'translated'),
  ) ?? false;
