import { describe, expect, it } from 'vitest';
import { backoffMs, retry } from './retry.ts';

const failing = (failures: number) => {
  let calls = 0;
  return async () => {
    calls++;
    if (calls <= failures) throw new Error(`failure ${calls}`);
    return calls;
  };
};

describe('retry', () => {
  it('returns the first success and waits for the given delay after each failure', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const delayAfter = (_: unknown, attempt: number) => attempt * 10;
    expect(await retry(failing(2), { attempts: 3, delayAfter, sleep })).toBe(3);
    expect(waits).toEqual([10, 20]);
  });

  it('throws the last error when all attempts have failed', async () => {
    const retries = { attempts: 2, delayAfter: () => 0, sleep: async () => {} };
    await expect(retry(failing(5), retries)).rejects.toThrow('failure 2');
  });

  it('throws an error immediately if the error allows no retry', async () => {
    const retries = { attempts: 5, delayAfter: () => null };
    await expect(retry(failing(5), retries)).rejects.toThrow('failure 1');
  });
});

describe('backoffMs', () => {
  it('doubles the delay up to the maximum, and randomizes half of the delay', () => {
    const options = { firstMs: 100, maxMs: 300 };
    expect([1, 2, 3].map((attempt) => backoffMs(attempt, options, () => 0))).toEqual([
      50, 100, 150,
    ]);
    expect([1, 2, 3].map((attempt) => backoffMs(attempt, options, () => 1))).toEqual([
      100, 200, 300,
    ]);
  });
});
