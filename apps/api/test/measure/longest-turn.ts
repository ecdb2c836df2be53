import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A turn of the event loop. */
export interface Turn {
  /** CPU time of the turn without garbage collections, in µs. */
  cpuUs: number;
  /** Start and end of the turn in `performance.now()`, in ms. */
  startMs: number;
  endMs: number;
}

/** Measures the turns of this thread's event loop. */
export interface TurnMeter {
  /** Ends the measurement and returns the turn with the most CPU time. */
  stop(): Promise<Turn>;
}

/**
 * Starts to measure the CPU time of the turns of this thread's event loop. Other processes of the machine do not
 * count. Garbage collections do not count, because their time depends on everything that the process has done.
 */
export function startTurnMeter(): TurnMeter {
  const turns: Turn[] = [];
  let collections: { startTime: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    collections = collections.concat(list.getEntries());
  });
  observer.observe({ entryTypes: ['gc'] });
  let startMs = performance.now();
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const endMs = performance.now();
    const { user, system } = process.threadCpuUsage(before);
    turns.push({ cpuUs: user + system, startMs, endMs });
    startMs = performance.now();
    before = process.threadCpuUsage();
  }, 1);
  return {
    async stop() {
      // The next tick measures the turn that has just ended, and the observer receives its collections.
      await sleep(20);
      clearInterval(timer);
      observer.disconnect();
      for (const turn of turns) {
        for (const { startTime, duration } of collections) {
          const isInTurn = startTime >= turn.startMs && startTime < turn.endMs;
          if (isInTurn) turn.cpuUs = Math.max(0, turn.cpuUs - duration * 1000);
        }
      }
      return turns.reduce((longest, turn) => (turn.cpuUs > longest.cpuUs ? turn : longest));
    },
  };
}

const CALIBRATION_TEXT = 'calibration '.repeat(100_000);

/** Returns the median CPU time of five runs of a fixed loop of about 10 ms, in µs. */
export function calibrationUs(): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    let sum = 0;
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < CALIBRATION_TEXT.length; index++)
        sum += CALIBRATION_TEXT.charCodeAt(index);
    }
    if (sum === 0) throw new Error('nothing was added');
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return runs.sort((a, b) => a - b)[2]!;
}
