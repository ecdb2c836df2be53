import { parseTime } from '@parlance/contracts';
import { failAt } from '../errors.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** A time range that includes `from` and excludes `before`. Either is null if the range is open at that end. */
export interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/**
 * Reads the parameters `from` and `to` of a query. The range includes both: if `to` is a date, the whole day in UTC,
 * and if it is a time, its millisecond.
 *
 * @throws `validation_failed`
 */
export function timeRangeOf(query: { from?: string; to?: string }): TimeRange {
  const from = query.from === undefined ? null : momentOf('from', query.from);
  const before = query.to === undefined ? null : endOf(query.to);
  if (from !== null && before !== null && from >= before) failAt('query/from', 'is after `to`');
  return { from, before };
}

/** Parses the query parameter `from` or `to`, which is a date or a time. @throws `validation_failed` */
export function momentOf(name: 'from' | 'to', text: string): Date {
  return timeAt(`query/${name}`, text);
}

/**
 * Parses a date or a time in a request. The format in a JSON schema also accepts leap seconds, which JavaScript's
 * `Date` cannot represent.
 *
 * @throws `validation_failed` naming `path`
 */
export const timeAt = (path: string, text: string): Date =>
  parseTime(text) ?? failAt(path, 'is not a valid date-time (ISO 8601)');

const endOf = (text: string): Date =>
  new Date(momentOf('to', text).getTime() + (DAY.test(text) ? DAY_MS : 1));
