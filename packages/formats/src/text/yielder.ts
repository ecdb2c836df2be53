import { setImmediate } from 'node:timers/promises';

/** Maximum duration of one event loop turn, in milliseconds. All running loops share it. */
const TURN_MS = 5;
/**
 * Minimum time, in milliseconds, for which a loop runs in each turn of the event loop, even if
 * other loops have used the turn's time.
 */
const OWN_MS = 1;

let turnStartedMs = performance.now();
let nextTurn: Promise<void> | null = null;

/**
 * Lets the event loop run during a long loop. `for await` over bytes in memory runs only
 * microtasks, so a large file would block all other requests. Concurrent loops share the time of an
 * event loop turn.
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
