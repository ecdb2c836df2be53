/** Time in milliseconds after which a slice of long work ends if other work waits. */
const SLICE_MS = 5_000;
/** Interval in milliseconds at which a slice that has used its time checks for other waiting work. */
const POLL_INTERVAL_MS = 1_000;

/**
 * Returns a function that returns true if a slice of long work must end: after its time if other
 * work waits, and in any case after `longestMs`.
 */
export function sliceClock(
  isWanted: () => Promise<boolean>,
  longestMs = Number.POSITIVE_INFINITY,
): () => Promise<boolean> {
  const startedAt = performance.now();
  let looksAt = startedAt + SLICE_MS;
  return async () => {
    const now = performance.now();
    if (now < looksAt) return false;
    looksAt = now + POLL_INTERVAL_MS;
    return now - startedAt >= longestMs || isWanted();
  };
}
