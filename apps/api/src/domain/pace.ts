import { setImmediate } from 'node:timers/promises';

/** How long the event loop is held at a stretch. */
const STRETCH_MS = 4;

/**
 * What a long loop awaits in each round: lets others have the event loop now and then, and ends with the
 * signal. As a rule there is nothing to wait for, and no promise either.
 */
export function createPace(signal: AbortSignal | null): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    signal?.throwIfAborted();
    since = performance.now();
  };
  return () => (performance.now() - since < STRETCH_MS ? undefined : rest());
}
