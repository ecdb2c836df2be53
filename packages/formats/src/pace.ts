import { setImmediate as nextTurn } from 'node:timers/promises';

const HOLD_MS = 8;

/**
 * Gives the event loop a turn every few milliseconds. `for await` over bytes that are already in
 * memory only runs microtasks, so without this a large file would hold every other request.
 */
export class Pacer {
  #sinceMs = performance.now();

  isDue(): boolean {
    return performance.now() - this.#sinceMs >= HOLD_MS;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}
