/**
 * Waits for a promise or for the abort of a signal. Rejects with the reason of the signal when it
 * aborts, even if it had aborted before.
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
    // Handles the rejection of the promise if the caller has left.
    work.catch(() => {});
  }
}
