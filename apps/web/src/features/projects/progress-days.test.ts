import { expect, it } from 'vitest';
import { changedDays, daysOf, shareOf, sumDays } from './progress-days.ts';

const point = (day: string, translated: number, missing: number, needsReview = 0) => ({
  day,
  translated,
  needsReview,
  missing,
});

it('daysOf fills days without a point with the figures of the previous day, across months', () => {
  expect(daysOf([point('2026-02-27', 1, 3), point('2026-03-02', 2, 2)])).toEqual([
    point('2026-02-27', 1, 3),
    point('2026-02-28', 1, 3),
    point('2026-03-01', 1, 3),
    point('2026-03-02', 2, 2),
  ]);
  expect(daysOf([])).toEqual([]);
});

it('sumDays adds locales that start on different days', () => {
  const german = daysOf([point('2026-03-01', 1, 3), point('2026-03-03', 2, 2, 1)]);
  const polish = daysOf([point('2026-03-03', 0, 4)]);
  const sums = sumDays([polish, german]);
  expect(sums).toEqual([
    point('2026-03-01', 1, 3),
    point('2026-03-02', 1, 3),
    point('2026-03-03', 2, 6, 1),
  ]);
  expect(changedDays(sums)).toEqual([sums[2], sums[0]]);
});

it('shareOf returns 1 only if nothing is missing', () => {
  expect(shareOf(point('2026-03-01', 0, 0))).toBe(0);
  expect(shareOf(point('2026-03-01', 998, 1, 1))).toBe(0.99);
  expect(shareOf(point('2026-03-01', 1, 0, 1))).toBe(1);
});
