/** Callers in quick succession do not each wait for a provider that is down. */
const FAILURE_TTL_MS = 30_000;

/**
 * Loads a value once for all callers and keeps it for `ttlMs`. A failure is kept for
 * {@link FAILURE_TTL_MS}; where an older value is there, that serves in its place.
 */
export function cacheLoad<T>(
  load: () => Promise<T>,
  ttlMs: number,
  now: () => number,
): () => Promise<T> {
  let kept: { value: T; untilMs: number } | undefined;
  let failed: { error: unknown; untilMs: number } | undefined;
  let pending: Promise<T> | undefined;

  async function reload(): Promise<T> {
    try {
      const value = await load();
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
