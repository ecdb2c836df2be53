import { setImmediate } from 'node:timers/promises';

/** Maximum time that all loops together use of a turn of the event loop. */
const TURN_MS = 5;
/** Time for a loop in a turn that others have used up. */
const OWN_MS = 1;

let turnStartedMs = performance.now();
let nextTurn: Promise<void> | null = null;

/**
 * Gives the event loop its turns during a long loop. `for await` over bytes that are already in memory
 * only runs microtasks, so without pauses a large file would hold every other request. Loops that run
 * side by side share a turn instead of taking one slice each.
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
