import { setImmediate } from 'node:timers/promises';

/** How long the event loop is held at a stretch. */
const STRETCH_MS = 4;

/** What a long loop awaits in each round: lets others have the event loop now and then, and ends with the signal. */
export function createPace(signal: AbortSignal | null): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await setImmediate();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
