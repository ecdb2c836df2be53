/** Runs at most `maxRunning` tasks at once; further ones wait in order, each until its signal aborts. */
export function createLimiter(
  maxRunning: number,
): <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting = new Map<symbol, () => void>();

  function takePlace(signal: AbortSignal): Promise<void> {
    if (running < maxRunning) {
      running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const ticket = Symbol('ticket');
      const onAbort = () => {
        waiting.delete(ticket);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.set(ticket, () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  /** Hands the place to the next in line, so that a newcomer cannot slip in between. */
  function leavePlace(): void {
    for (const [ticket, enter] of waiting) {
      waiting.delete(ticket);
      enter();
      return;
    }
    running--;
  }

  return async (signal, task) => {
    signal.throwIfAborted();
    await takePlace(signal);
    try {
      return await task();
    } finally {
      leavePlace();
    }
  };
}
