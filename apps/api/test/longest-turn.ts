import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Options of a test that bounds a turn of the event loop: work that holds it does so in each run, a garbage
 * collection or a slow moment of the machine does not.
 */
export const MEASURED = { retry: 4 } as const;

/**
 * Returns the CPU time that this thread uses for some work, in µs. Other processes of the machine do not
 * count in it.
 */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return cpuSince(before);
}

/** Returns the longest time that this thread's event loop is held during some work, in µs of CPU time. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuSince(last));
    last = process.threadCpuUsage();
  }, 1);
  try {
    await work();
    // The next tick measures a turn that has just ended.
    await sleep(5);
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/** Returns the longest turn of some work as a multiple of a fixed loop of about 10 ms. */
export async function longestTurnInLoops(work: () => Promise<unknown>): Promise<number> {
  const turn = await longestTurnOf(work);
  calibration ??= calibrate();
  return turn / calibration;
}

let calibration: number | null = null;
const CALIBRATION_TEXT = 'calibration '.repeat(100_000);

/** Returns the median CPU time of five runs of the fixed loop, in µs. */
function calibrate(): number {
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
