import { Pacer } from '@parlance/formats';

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
