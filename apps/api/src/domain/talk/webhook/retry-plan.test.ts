import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISABLE_MS, dueStep, nextAttemptAt, nextStepAt, WARN_MS } from './retry-plan.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const delayMs = (attempts: number, random = 0.5, retryAfterMs?: number): number =>
  nextAttemptAt(NOW, { attempts, retryAfterMs }, random).getTime() - NOW.getTime();

describe('the retry plan', () => {
  it('retries an attempt after 5 s, 5 min, 30 min, and then after hours, up to a day', () => {
    const hours = Array.from({ length: 11 }, (_, index) => delayMs(index + 1) / HOUR_MS);
    expect(hours.map((hour) => Number(hour.toFixed(4)))).toEqual([
      0.0014, 0.0833, 0.5, 2, 5, 10, 14, 20, 24, 24, 24,
    ]);
  });

  it('varies a delay by at most 20 %, and extends the delay to Retry-After, up to a day', () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      fc.integer({ min: 0, max: 10 * 24 * HOUR_MS }),
    );
    fc.assert(
      fc.property(cases, ([attempts, random, retryAfterMs]) => {
        const planned = delayMs(attempts);
        const alone = delayMs(attempts, random);
        expect(alone).toBeGreaterThanOrEqual(planned * 0.8 - 1);
        expect(alone).toBeLessThanOrEqual(planned * 1.2 + 1);
        const asked = Math.min(retryAfterMs, 24 * HOUR_MS);
        expect(delayMs(attempts, random, retryAfterMs)).toBe(Math.max(alone, asked));
      }),
    );
  });

  it('notifies the owners once after 6 hours, and disables the webhook after 72 hours', () => {
    const after = (ms: number) => new Date(NOW.getTime() + ms);
    const failing = { failingSince: NOW, warnedAt: null };
    const warned = { failingSince: NOW, warnedAt: NOW };
    expect(dueStep({ failingSince: null, warnedAt: null }, NOW)).toBeNull();
    expect(dueStep(failing, after(WARN_MS - 1))).toBeNull();
    expect(dueStep(failing, after(WARN_MS))).toBe('warn');
    expect(dueStep(warned, after(WARN_MS))).toBeNull();
    expect(dueStep(warned, after(DISABLE_MS))).toBe('disable');
    expect(nextStepAt(failing, after(100 * HOUR_MS))).toEqual(after(WARN_MS));
    expect(nextStepAt(warned, after(100 * HOUR_MS))).toEqual(after(DISABLE_MS));
    expect(nextStepAt(warned, after(HOUR_MS))).toEqual(after(HOUR_MS));
  });
});
