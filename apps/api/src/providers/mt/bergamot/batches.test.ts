import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { translateIsolating } from './batches.ts';
import { ChildFailure } from './child-handle.ts';

const crash = () => new ChildFailure('translate', 'crash', 'aborted', '');

describe('translateIsolating', () => {
  it('isolates a text that causes crashes, at any position', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 32 }),
        fc.integer({ min: 0, max: 31 }),
        async (count, bad) => {
          const texts = Array.from({ length: count }, (_, index) =>
            index === bad ? 'bad' : `t${index}`,
          );
          const answers = await translateIsolating(
            texts,
            async (batch) => {
              if (batch.includes('bad')) throw crash();
              return batch.map((text) => text.toUpperCase());
            },
            { inARow: 0 },
          );
          expect(answers).toEqual(
            texts.map((text) => (text === 'bad' ? null : text.toUpperCase())),
          );
        },
      ),
      { numRuns: testRuns(60) },
    );
  });

  it('gives up on a model that crashes on every text, after at most eight attempts', async () => {
    let tries = 0;
    const all = translateIsolating(
      Array.from({ length: 32 }, () => 'x'),
      async () => {
        tries++;
        throw crash();
      },
      { inARow: 0 },
    );
    await expect(all).rejects.toBeInstanceOf(ChildFailure);
    expect(tries).toBeLessThanOrEqual(8);
  });

  it('counts crashes over several calls, and then fails the whole call', async () => {
    const crashes = { inARow: 0 };
    let failedWhole = 0;
    for (let call = 0; call < 10; call++) {
      try {
        await translateIsolating(
          ['x'],
          async () => {
            throw crash();
          },
          crashes,
        );
      } catch {
        failedWhole++;
      }
    }
    expect(failedWhole).toBe(3);
  });

  it.each([
    new ChildFailure('translate', 'timeout', 'slow', ''),
    new ChildFailure('translate', 'stopped', 'closed', ''),
    new ChildFailure('load', 'crash', 'corrupt', ''),
    new Error('aborted by the caller'),
  ])('does not retry after the error “$message”', async (error) => {
    let tries = 0;
    const all = translateIsolating(
      ['a', 'b'],
      async () => {
        tries++;
        throw error;
      },
      { inARow: 0 },
    );
    await expect(all).rejects.toBe(error);
    expect(tries).toBe(1);
  });
});
