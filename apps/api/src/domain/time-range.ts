import { type Fault, parseTime } from '@parlance/contracts';
import { fail } from '../errors.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** From `from`, up to but without `before`; null where it is open. */
export interface TimeRange {
  from: Date | null;
  before: Date | null;
}

/**
 * Reads `from` and `to` of a query, both included: of a day in UTC as `to` the whole of it, of a
 * moment its millisecond. @throws `validation_failed` where there is no such moment.
 */
export function timeRangeOf(query: { from?: string; to?: string }): TimeRange {
  const errors: Fault[] = [];
  const read = (name: 'from' | 'to'): Date | null => {
    const text = query[name];
    const time = text === undefined ? null : parseTime(text);
    if (text !== undefined && time === null) {
      errors.push({ path: `query/${name}`, message: 'is not a moment of the calendar' });
    }
    return time;
  };
  const from = read('from');
  const to = read('to');
  if (errors.length > 0) {
    const detail = errors.map(({ path, message }) => `${path} ${message}.`).join(' ');
    fail('validation_failed', detail, { errors });
  }
  const lengthMs = DAY.test(query.to ?? '') ? DAY_MS : 1;
  return { from, before: to && new Date(to.getTime() + lengthMs) };
}
