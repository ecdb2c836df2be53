import type { TranslationJob } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { percentOf, rateOf } from './progress.ts';

const job = (done: number, failed: number, startedAt: string | null) =>
  ({ startedAt, progress: { total: 1_000, done, failed } }) as TranslationJob;

describe('the progress of a job', () => {
  it('reaches 100 percent only if every string is finished', () => {
    expect(percentOf({ total: 1_000, done: 996, failed: 3 })).toBe(99);
    expect(percentOf({ total: 1_000, done: 997, failed: 3 })).toBe(100);
    expect(percentOf({ total: 0, done: 0, failed: 0 })).toBe(100);
  });

  it('includes a rate and the remaining time after the first finished string', () => {
    const start = '2026-01-01T00:00:00Z';
    const after = (seconds: number) => Date.parse(start) + seconds * 1_000;
    expect(rateOf(job(0, 0, null), after(5))).toBeNull();
    expect(rateOf(job(0, 0, start), after(5))).toBeNull();
    expect(rateOf(job(150, 50, start), after(60))).toEqual({ perMinute: 200, minutesLeft: 4 });
    expect(rateOf(job(999, 0, start), after(60))).toMatchObject({ minutesLeft: 1 });
  });
});
