import type { Comparison } from './query.ts';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A range of times in milliseconds since the epoch. It includes `from` and excludes `before`. A
 * null bound is no limit.
 */
export interface TimeRange {
  readonly from: number | null;
  readonly before: number | null;
}

/**
 * Returns the range of times for a comparison. `>2026-11-01` begins after the end of that day in
 * UTC, and `>=2026-11-01` begins at its start. Null if `time` is neither a day nor a time.
 */
export function timeRangeOf(comparison: Comparison, time: string): TimeRange | null {
  const isDay = DAY.test(time);
  const day = isDay ? time : TIME.exec(time)?.[1];
  if (day === undefined || !isCalendarDay(day)) return null;
  const start = Date.parse(time);
  if (Number.isNaN(start)) return null;
  const end = start + (isDay ? DAY_MS : 1);
  switch (comparison) {
    case '>':
      return { from: end, before: null };
    case '>=':
      return { from: start, before: null };
    case '<':
      return { from: null, before: start };
    case '<=':
      return { from: null, before: end };
    case '=':
      return { from: start, before: end };
  }
}

function isCalendarDay(day: string): boolean {
  const start = Date.parse(day);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}
