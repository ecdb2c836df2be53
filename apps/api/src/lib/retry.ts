import { setTimeout as delay } from 'node:timers/promises';

export interface Retries {
  /** Number of attempts, including the first. */
  readonly attempts: number;
  /**
   * Returns the delay in milliseconds before the next attempt. Null if another attempt cannot help.
   */
  delayAfter(error: unknown, attempt: number): number | null;
  /** Function that waits for a number of milliseconds. Defaults to a timer. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Runs `attempt` until it succeeds, fails permanently or has used all attempts.
 * @throws the last error
 */
export async function retry<Result>(
  attempt: (number: number) => Promise<Result>,
  { attempts, delayAfter, sleep = delay }: Retries,
): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const delayMs = number < attempts ? delayAfter(error, number) : null;
      if (delayMs === null) throw error;
      await sleep(delayMs);
    }
  }
}

/**
 * Returns the exponential backoff after an attempt, in milliseconds. Half of the delay is random,
 * because callers that failed together must not retry together.
 */
export function backoffMs(
  attempt: number,
  { firstMs, maxMs = Number.POSITIVE_INFINITY }: { firstMs: number; maxMs?: number },
  random: () => number = Math.random,
): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + random() / 2));
}
