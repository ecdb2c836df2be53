import { backoffMs, retry } from '../../../lib/retry.ts';
import { EngineError } from '../engine.ts';
import type { Timing } from './http.ts';
import { isTransient } from './http-answer.ts';

/**
 * Timeout, in milliseconds, of requests for lists such as the supported languages. The service
 * waits for them before it chooses an engine.
 */
export const LIST_TIMEOUT_MS = 10_000;
/** Time in milliseconds for which a list of a provider is cached, if the list seldom changes. */
export const LIST_TTL_MS = 24 * 3_600_000;
/**
 * Time in milliseconds for which a list is not requested again after a failed attempt to load it. Without this time,
 * each caller would wait for an unreachable provider.
 */
const FAILURE_TTL_MS = 30_000;
/**
 * Maximum number of attempts to load a list. It is small, because the choice of an engine waits for
 * the list.
 */
export const MAX_LOADS = 3;
const FIRST_WAIT_MS = 500;
/** Time in milliseconds after which no further attempt begins. */
const DEADLINE_MS = 10_000;

/**
 * Returns a function that loads a provider's list and caches it for `ttlMs`. Concurrent callers
 * share a request. If loading fails, the previous list is used.
 */
export function cacheLoad<T>(
  load: () => Promise<T>,
  ttlMs: number,
  timing: Timing,
): () => Promise<T> {
  const { now } = timing;
  let kept: { value: T; untilMs: number } | undefined;
  let failed: { error: unknown; untilMs: number } | undefined;
  let pending: Promise<T> | undefined;

  async function reload(): Promise<T> {
    try {
      const value = await loadPatiently(load, timing);
      kept = { value, untilMs: now() + ttlMs };
      return value;
    } catch (error) {
      if (kept === undefined) {
        failed = { error, untilMs: now() + FAILURE_TTL_MS };
        throw error;
      }
      kept.untilMs = now() + FAILURE_TTL_MS;
      return kept.value;
    }
  }

  return () => {
    if (kept !== undefined && now() < kept.untilMs) return Promise.resolve(kept.value);
    if (failed !== undefined && now() < failed.untilMs) return Promise.reject(failed.error);
    failed = undefined;
    pending ??= reload().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

function loadPatiently<T>(load: () => Promise<T>, timing: Timing): Promise<T> {
  const deadlineAt = timing.now() + DEADLINE_MS;
  return retry(load, {
    attempts: MAX_LOADS,
    delayAfter(error, tries) {
      if (!(error instanceof EngineError) || !isTransient(error)) return null;
      const ownMs = backoffMs(tries, { firstMs: FIRST_WAIT_MS }, timing.random);
      const waitMs = Math.max(error.retryAfterMs ?? 0, ownMs);
      return timing.now() + waitMs >= deadlineAt ? null : waitMs;
    },
    sleep: (ms) => timing.sleep(ms, new AbortController().signal),
  });
}
