import { Yielder } from '@parlance/formats';
import { vi } from 'vitest';

/**
 * Replaces `performance.now` until the returned function is called, which starts a new turn of all loops. The turn that
 * started with the other clock would never end for later test files of the worker.
 */
export function replaceClock(now: () => number): () => Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockImplementation(now);
  return async () => {
    clock.mockRestore();
    await new Yielder().pause();
  };
}
