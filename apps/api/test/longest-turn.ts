/** Processor time that a thread uses for some work, in µs: unlike the clock it does not count what others do. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return sinceThen(before);
}

/** The most processor time that this thread's event loop is held at a stretch while some work goes on, in µs. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    longest = Math.max(longest, sinceThen(last));
    last = process.threadCpuUsage();
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

function sinceThen(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
