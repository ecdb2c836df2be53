import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, retry } from '../../../../lib/retry.ts';
import { EngineError } from '../../engine.ts';

/** Returns the message of an error with the message of its cause, because `fetch` itself only says "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** Maximum delay that a download accepts from `Retry-After`, in milliseconds. */
  readonly maxDelayMs: number;
}

/**
 * Runs `attempt` until it succeeds, fails permanently or has used all attempts. The delay doubles
 * after each attempt and is partly random.
 */
export function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal,
  log: (level: 'warn', message: string, fields: Record<string, unknown>) => void,
  attempt: () => Promise<T>,
): Promise<T> {
  return retry(attempt, {
    attempts: policy.attempts,
    delayAfter(error, tried) {
      if (!(error instanceof EngineError) || !error.retryable) return null;
      const ownMs = backoffMs(tried, { firstMs: policy.firstDelayMs });
      const delayMs = Math.min(policy.maxDelayMs, Math.max(ownMs, error.retryAfterMs ?? 0));
      log('warn', 'bergamot: retrying a download', { error: error.message, delayMs });
      return delayMs;
    },
    sleep: (ms) => sleep(ms, undefined, { signal }),
  });
}
