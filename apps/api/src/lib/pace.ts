import { Pacer } from '@parlance/formats';
import type { Steps } from '@parlance/messages';

export type Pace = () => Promise<void> | undefined;

/**
 * What a long loop awaits in each round: lets others have the event loop now and then, and ends with the
 * signal. As a rule there is nothing to wait for, and no promise either.
 */
export function createPace(signal: AbortSignal | null): Pace {
  const pacer = new Pacer();
  const rest = async (): Promise<void> => {
    await pacer.pause();
    signal?.throwIfAborted();
  };
  return () => (pacer.isDue() ? rest() : undefined);
}

/** Does all steps, and lets others have the event loop between them. */
export async function runPaced<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const rest = pace();
    if (rest) await rest;
  }
}
