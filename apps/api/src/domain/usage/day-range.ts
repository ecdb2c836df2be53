import { failAt } from '../../errors.ts';
import { momentOf } from '../time-range.ts';

/** Days in UTC, such as `2026-01-31`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;

/** First and last day with a year of four digits, which PostgreSQL supports. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T00:00:00Z');

const dayOf = (time: number): string =>
  new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString().slice(0, 10);

/** Returns the last 30 days, including today. */
export const lastDays = (now: Date): DayRange => daysEnding(now, DEFAULT_DAYS);

/** Returns the last `days` days before a moment, including its own day. */
export const daysEnding = (end: Date, days: number): DayRange => ({
  from: dayOf(end.getTime() - (days - 1) * DAY_MS),
  to: dayOf(end.getTime()),
});

/**
 * Returns the days of a query. A day counts as a whole, and a time counts as its day. A range that ends at a time ends
 * at the moment before it.
 *
 * @throws `validation_failed`
 */
export function dayRangeOf(query: { from?: string; to?: string }, now: Date): DayRange {
  const to = query.to === undefined ? now.getTime() : readEnd(query.to);
  const from = query.from === undefined ? null : momentOf('from', query.from).getTime();
  const range = {
    ...daysEnding(new Date(to), DEFAULT_DAYS),
    ...(from === null ? {} : { from: dayOf(from) }),
  };
  if (range.from > range.to) failAt('query/from', 'is after `to`');
  return range;
}

function readEnd(value: string): number {
  const time = momentOf('to', value).getTime();
  return value.length > 'YYYY-MM-DD'.length ? time - 1 : time;
}
