import type { Timing } from '../../src/providers/mt/http/http.ts';

export interface FakeTiming extends Timing {
  /** Every requested delay, in milliseconds. */
  readonly sleeps: number[];
}

/** Creates a clock that passes only by sleeping. Sleeping takes no real time. */
export function createFakeTiming(chance = 0.5): FakeTiming {
  let nowMs = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => nowMs,
    random: () => chance,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      sleeps.push(ms);
      nowMs += ms;
    },
  };
}
