/**
 * Waits for work without being bound to it: rejects with the signal's reason once that has aborted,
 * also if it had before or while the work was begun.
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
    // If the caller left first, a failure of the work is still handled.
    work.catch(() => {});
  }
}
