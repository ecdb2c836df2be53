import { setTimeout as sleep } from 'node:timers/promises';

export interface LoopWatch {
  /** The longest stretch for which the event loop was held, as a multiple of the calibration loop. */
  end(): Promise<number>;
}

/**
 * Watches the event loop of this thread. Time is CPU time, so that other processes of the machine do not
 * count, and is compared with a fixed loop, so that its speed does not count either.
 */
export function watchLoop(): LoopWatch {
  let lastMs = cpuMs();
  let longestMs = 0;
  const tick = (): void => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(tick, 1);
  return {
    async end() {
      // A stretch that is just over is seen by the next tick.
      await sleep(5);
      clearInterval(timer);
      calibratedMs ??= calibrationMs();
      return longestMs / calibratedMs;
    },
  };
}

let calibratedMs: number | null = null;
const CALIBRATION_TEXT = 'calibration '.repeat(100_000);

/** CPU time of a loop that takes some 15 ms. */
function calibrationMs(): number {
  const runs = Array.from({ length: 5 }, () => {
    const startedMs = cpuMs();
    let sum = 0;
    for (let round = 0; round < 4; round++) {
      for (let at = 0; at < CALIBRATION_TEXT.length; at++) sum += CALIBRATION_TEXT.charCodeAt(at);
    }
    if (sum === 0) throw new Error('nothing was added');
    return cpuMs() - startedMs;
  });
  return runs.sort((a, b) => a - b)[2]!;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
