import { Yielder } from '@parlance/formats';
import type { Steps } from '@parlance/messages';

export type YieldToLoop = () => Promise<void> | undefined;

/**
 * Returns a function for long loops to await in each round. It yields to the event loop when due, and throws when the
 * signal aborts. It usually returns no promise, because there is nothing to wait for.
 */
export function createYieldToLoop(signal: AbortSignal | null): YieldToLoop {
  const yielder = new Yielder();
  const rest = async (): Promise<void> => {
    await yielder.pause();
    signal?.throwIfAborted();
  };
  return () => (yielder.isDue() ? rest() : undefined);
}

/** Runs all steps, and yields to the event loop between them. */
export async function runYielding<Result>(
  steps: Steps<Result>,
  yieldToLoop: YieldToLoop,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const rest = yieldToLoop();
    if (rest) await rest;
  }
}
