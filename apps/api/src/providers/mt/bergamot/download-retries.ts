import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, retry } from '../../../lib/retry.ts';
import { ModelError } from './model-error.ts';

/** `fetch` says only "fetch failed"; why is in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** Longest `Retry-After` that is waited for. */
  readonly maxDelayMs: number;
}

/** Runs `attempt` until it succeeds, fails for good or has failed often enough. Backoff doubles, with jitter. */
export function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal,
  attempt: () => Promise<T>,
  onRetry: (error: ModelError, delayMs: number) => void = () => {},
): Promise<T> {
  return retry(attempt, {
    attempts: policy.attempts,
    delayAfter(error, tried) {
      if (!(error instanceof ModelError) || !error.retryable) return null;
      const waitMs = Math.max(
        backoffMs(tried, { firstMs: policy.firstDelayMs }),
        error.retryAfterMs ?? 0,
      );
      const delayMs = Math.min(policy.maxDelayMs, waitMs);
      onRetry(error, delayMs);
      return delayMs;
    },
    sleep: (ms) => sleep(ms, undefined, { signal }),
  });
}
