import { Yielder } from '@parlance/formats';
import type { Steps } from '@parlance/messages';

export type YieldToLoop = () => Promise<void> | undefined;

/**
 * Returns a function for loops that could block the event loop. A loop awaits the function in each
 * round. The function lets the event loop run from time to time, and throws if the signal has
 * aborted. It is fast because it usually returns no promise.
 */
export function createYieldToLoop(signal: AbortSignal | null): YieldToLoop {
  const yielder = new Yielder();
  const rest = async (): Promise<void> => {
    await yielder.pause();
    signal?.throwIfAborted();
  };
  return () => (yielder.isDue() ? rest() : undefined);
}

/**
 * Runs all steps of a computation and yields to the event loop between steps. Returns no promise if
 * the computation ends before the event loop is due, as most do.
 */
export function runYielding<Result>(
  steps: Steps<Result>,
  yieldToLoop: YieldToLoop,
): Result | Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const rest = yieldToLoop();
    if (rest) return rest.then(() => runYielding(steps, yieldToLoop));
  }
}
