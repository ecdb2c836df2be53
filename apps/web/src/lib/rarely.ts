/** Limits how often a function runs. */
export interface Rarely {
  call(): void;
  /** Cancels a run that is waiting for the end of the interval. */
  stop(): void;
}

/**
 * Returns an object that runs `run` when it is called, but at most once in each interval. A call during an interval has
 * its effect at the end of the interval.
 */
export function rarely(run: () => void, restMs: number): Rarely {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  const call = (): void => {
    if (timer !== undefined) {
      isWaiting = true;
      return;
    }
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isWaiting) return;
      isWaiting = false;
      call();
    }, restMs);
  };
  return { call, stop: () => clearTimeout(timer) };
}
