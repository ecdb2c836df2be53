/**
 * Waits for work or the abort of a signal. Rejects with the signal's reason once the signal has aborted, even if that
 * happened before or while the work began.
 */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Handles a failure of the work after the caller has left.
    work.catch(() => {});
  }
}
