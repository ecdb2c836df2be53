import { parseTime } from '@parlance/contracts';
import { failAt } from '../errors.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** A range of times from `from`, up to but without `before`. Null for an open end. */
export interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/**
 * Reads `from` and `to` of a query, both inclusive: `to` includes the whole day in UTC, or the millisecond of a moment.
 *
 * @throws `validation_failed`
 */
export function timeRangeOf(query: { from?: string; to?: string }): TimeRange {
  const from = query.from === undefined ? null : momentOf('from', query.from);
  const before = query.to === undefined ? null : endOf(query.to);
  if (from !== null && before !== null && from >= before) failAt('query/from', 'is after `to`');
  return { from, before };
}

/** Reads a day or a time of a query, by the parameter's name. @throws `validation_failed` */
export function momentOf(name: 'from' | 'to', text: string): Date {
  return timeAt(`query/${name}`, text);
}

/**
 * Reads a day or a time of a request. The format in a schema accepts times that do not exist, such as leap seconds,
 * which are not a valid `Date`.
 *
 * @throws `validation_failed` naming `path`
 */
export const timeAt = (path: string, text: string): Date =>
  parseTime(text) ?? failAt(path, 'is not a valid date-time (ISO 8601)');

const endOf = (text: string): Date =>
  new Date(momentOf('to', text).getTime() + (DAY.test(text) ? DAY_MS : 1));
