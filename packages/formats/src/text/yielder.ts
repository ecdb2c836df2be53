import { setImmediate } from 'node:timers/promises';

/** Maximum time that all loops together take in one turn of the event loop. */
const TURN_MS = 5;
/** Minimum time for a loop in a turn of the event loop that others have used up. */
const OWN_MS = 1;

let turnStartedMs = performance.now();
let nextTurn: Promise<void> | null = null;

/**
 * Lets the event loop run during a long loop. `for await` over bytes that are already in memory runs only microtasks,
 * so without pauses a large file would block all other requests. Loops that run at the same time share a turn of the
 * event loop instead of taking a slice each.
 */
export class Yielder {
  #resumedMs = performance.now();

  isDue(): boolean {
    const nowMs = performance.now();
    return nowMs - turnStartedMs >= TURN_MS && nowMs - this.#resumedMs >= OWN_MS;
  }

  async pause(): Promise<void> {
    nextTurn ??= startTurn();
    await nextTurn;
    this.#resumedMs = performance.now();
  }
}

async function startTurn(): Promise<void> {
  await setImmediate();
  nextTurn = null;
  turnStartedMs = performance.now();
}
