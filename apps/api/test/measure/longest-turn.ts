import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the CPU time that this thread uses for some work, in µs. Other processes of the machine do not
 * count in it.
 */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return cpuSince(before);
}

/** Measures the turns of this thread's event loop. */
export interface TurnMeter {
  /** Ends the measurement and returns the CPU time of the longest turn, in µs. */
  stop(): Promise<number>;
}

export function startTurnMeter(): TurnMeter {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuSince(last));
    last = process.threadCpuUsage();
  }, 1);
  return {
    async stop() {
      // The next tick measures a turn that has just ended.
      await sleep(5);
      clearInterval(timer);
      return longest;
    },
  };
}

const CALIBRATION_TEXT = 'calibration '.repeat(100_000);

/** Returns the median CPU time of five runs of a fixed loop of about 10 ms, in µs. */
export function calibrationUs(): number {
  const runs = Array.from({ length: 5 }, () =>
    cpuOf(() => {
      let sum = 0;
      for (let round = 0; round < 4; round++) {
        for (let at = 0; at < CALIBRATION_TEXT.length; at++) sum += CALIBRATION_TEXT.charCodeAt(at);
      }
      if (sum === 0) throw new Error('nothing was added');
    }),
  );
  return runs.sort((a, b) => a - b)[2]!;
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
