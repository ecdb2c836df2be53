import { parseTime } from '@parlance/contracts';
import { failAt } from '../../errors.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** A time range that includes `from` and excludes `before`. Null stands for an open end. */
export interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/**
 * Reads the parameters `from` and `to` of a query, both inclusive. A date in `to` includes the
 * whole day in UTC.
 * @throws `validation_failed`
 */
export function timeRangeOf(query: { from?: string; to?: string }): TimeRange {
  const from = query.from === undefined ? null : momentOf('from', query.from);
  const before = query.to === undefined ? null : endOf(query.to);
  if (from !== null && before !== null && from >= before) failAt('query/from', 'is after `to`');
  return { from, before };
}

export function momentOf(name: 'from' | 'to', text: string): Date {
  return timeAt(`query/${name}`, text);
}

/**
 * Parses a date or time. Rejects leap seconds, which a JSON schema accepts but JavaScript's `Date`
 * cannot represent.
 * @throws `validation_failed` at `path`
 */
export const timeAt = (path: string, text: string): Date =>
  parseTime(text) ?? failAt(path, 'is not a valid date-time (ISO 8601)');

const endOf = (text: string): Date =>
  new Date(momentOf('to', text).getTime() + (DAY.test(text) ? DAY_MS : 1));
