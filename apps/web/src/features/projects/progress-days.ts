import type { ProgressPoint } from '@parlance/contracts';
import { DAY_MS } from '../../lib/words/days.ts';

export type Figures = Pick<ProgressPoint, 'translated' | 'needsReview' | 'missing'>;

export type DayFigures = Figures & { readonly day: string };

/**
 * Returns the share of the needed values that exist, from 0 to 1. It is rounded down to two decimal places, so that 1
 * means that no value is missing.
 */
export const shareOf = ({ translated, needsReview, missing }: Figures): number => {
  const total = translated + needsReview + missing;
  return total === 0 ? 0 : Math.floor((100 * (translated + needsReview)) / total) / 100;
};

/**
 * Returns the figures of each day from the first to the last point. If a day has no point, it gets the figures of the
 * previous day.
 */
export function daysOf(points: readonly ProgressPoint[]): DayFigures[] {
  const days: DayFigures[] = [];
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    const end = Date.parse(next?.day ?? point.day) + (next ? 0 : DAY_MS);
    for (let time = Date.parse(point.day); time < end; time += DAY_MS) {
      days.push({ ...point, day: new Date(time).toISOString().slice(0, 10) });
    }
  }
  return days;
}

/**
 * Sums the figures of several locales by day. All of them end today. A locale that was added later has no figures for
 * earlier days.
 */
export function sumDays(locales: readonly (readonly DayFigures[])[]): DayFigures[] {
  const sums = new Map<string, DayFigures>();
  for (const { day, translated, needsReview, missing } of locales.flat()) {
    const sum = sums.get(day);
    sums.set(day, {
      day,
      translated: translated + (sum?.translated ?? 0),
      needsReview: needsReview + (sum?.needsReview ?? 0),
      missing: missing + (sum?.missing ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const isSame = (a: Figures, b: Figures): boolean =>
  a.translated === b.translated && a.needsReview === b.needsReview && a.missing === b.missing;

/** Returns the days on which the figures have changed, newest first. The first day is always included. */
export const changedDays = (days: readonly DayFigures[]): DayFigures[] =>
  days.filter((day, index) => index === 0 || !isSame(day, days[index - 1]!)).reverse();
