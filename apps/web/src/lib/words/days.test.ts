import { expect, it } from 'vitest';
import { dayNamer, lastDays } from './days.ts';

it('the list of last days ends with today in UTC', () => {
  expect(lastDays(7, Date.parse('2026-03-02T23:59:00Z'))).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
});

it('the name of a day is the UTC date in the language of the app', () => {
  expect(dayNamer('en')('2026-03-01')).toBe('Mar 1, 2026');
});
