import { setTimeout as delay } from 'node:timers/promises';

/** Short work is done in less; a long wait costs few queries. */
const FIRST_LOOK_MS = 25;
const SLOWEST_LOOK_MS = 500;
/** A caller waits at most about a fifth longer than the work takes. */
const GROWTH = 1.2;

export interface Waiting {
  waitMs: number;
  signal: AbortSignal;
}

/** Reads a state until it is over, `waitMs` have passed or the signal aborts, and returns the last one read. */
export async function pollUntil<State>(
  read: () => Promise<State>,
  isOver: (state: State) => boolean,
  { waitMs, signal }: Waiting,
): Promise<State> {
  const until = performance.now() + waitMs;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * GROWTH, SLOWEST_LOOK_MS)) {
    const state = await read();
    const leftMs = until - performance.now();
    if (isOver(state) || leftMs <= 0 || signal.aborted) return state;
    await delay(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => {});
  }
}
