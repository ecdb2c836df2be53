import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceClock } from '../../../../scripts/tests/replace-clock.ts';
import { Yielder } from './yielder.ts';

/** A fake clock that advances only while a loop runs. */
let nowMs = performance.now();
beforeEach(() => replaceClock(() => nowMs));

async function runLoop(steps: number, stepMs: number): Promise<void> {
  const yielder = new Yielder();
  for (let step = 0; step < steps; step++) {
    nowMs += stepMs;
    if (yielder.isDue()) await yielder.pause();
  }
}

/** Runs loops concurrently and returns the duration of the longest event loop turn. */
async function longestTurn(loops: number, steps: number, stepMs: number): Promise<number> {
  let isRunning = true;
  const ended = Promise.all(Array.from({ length: loops }, () => runLoop(steps, stepMs))).then(
    () => {
      isRunning = false;
    },
  );
  let longestMs = 0;
  await setImmediate();
  for (let turnMs = nowMs; isRunning; turnMs = nowMs) {
    await setImmediate();
    longestMs = Math.max(longestMs, nowMs - turnMs);
  }
  await ended;
  return longestMs;
}

describe('Yielder', () => {
  it('ends the turn of one loop after several milliseconds', async () => {
    expect(await longestTurn(1, 1_000, 0.5)).toBeLessThanOrEqual(5.5);
  });

  it('lets concurrent loops share a turn', async () => {
    expect(await longestTurn(20, 1_000, 0.5)).toBeLessThanOrEqual(5.5 + 19 * 1.5);
  });

  it('lets a short loop end before a longer loop that started earlier', async () => {
    const ended: string[] = [];
    await Promise.all([
      runLoop(1_000, 0.5).then(() => ended.push('long')),
      runLoop(20, 0.5).then(() => ended.push('short')),
    ]);
    expect(ended).toEqual(['short', 'long']);
  });
});
