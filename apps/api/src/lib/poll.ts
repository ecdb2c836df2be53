import { setTimeout as delay } from 'node:timers/promises';

/** Delay between the first and the second read, in milliseconds. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;
/**
 * Delay between reads, as a share of the elapsed time. If the work takes two seconds, for example,
 * a caller is notified at most 0.2 seconds after the work has ended.
 */
const PAUSE_SHARE = 0.1;

export interface Waiting {
  waitMs: number;
  signal: AbortSignal;
}

/**
 * Reads a state until it is final, `waitMs` have passed or the signal aborts. Returns the last
 * state that was read.
 */
export async function pollUntil<State>(
  read: () => Promise<State>,
  isOver: (state: State) => boolean,
  { waitMs, signal }: Waiting,
): Promise<State> {
  const startMs = performance.now();
  for (;;) {
    const state = await read();
    const passedMs = performance.now() - startMs;
    if (isOver(state) || passedMs >= waitMs || signal.aborted) return state;
    const pauseMs = Math.min(Math.max(passedMs * PAUSE_SHARE, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    await delay(Math.min(pauseMs, waitMs - passedMs), undefined, { signal }).catch(() => {});
  }
}
