import { Yielder } from '@parlance/formats';
import { vi } from 'vitest';

/**
 * Lets `performance.now` return another time until the returned function is called, which begins a new turn of all
 * loops: the turn that the other clock has begun would never end for the files that the worker runs next.
 */
export function replaceClock(now: () => number): () => Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockImplementation(now);
  return async () => {
    clock.mockRestore();
    await new Yielder().pause();
  };
}
