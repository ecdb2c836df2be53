/** A function that is called often and runs rarely. */
export interface Rarely {
  call(): void;
  /** Prevents further runs. */
  stop(): void;
}

/** Runs a function at once when it is called, and again after each interval in which it was called. */
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
