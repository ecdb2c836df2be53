import { failAt } from '../../../errors.ts';
import { momentOf } from '../../kernel/index.ts';

/** The first and the last day of a range in UTC, such as `2026-01-31`. Both are included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;

/** Days are limited to years with four digits. PostgreSQL supports all of these days. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T00:00:00Z');

const dayOf = (time: number): string =>
  new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString().slice(0, 10);

export const lastDays = (now: Date): DayRange => daysEnding(now, DEFAULT_DAYS);

export const daysEnding = (end: Date, days: number): DayRange => ({
  from: dayOf(end.getTime() - (days - 1) * DAY_MS),
  to: dayOf(end.getTime()),
});

/**
 * Parses the parameters `from` and `to` of a query. A time selects its whole day. If `to` is a time
 * at the very start of a day, it selects the day before.
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
