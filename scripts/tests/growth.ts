/**
 * Maximum growth of linear work. For 4 times the size, linear work takes about 4 times as long, and quadratic work 16
 * times.
 */
export const IN_PROPORTION = 9;

const ATTEMPTS = 3;
/**
 * Time in µs that is added to both measured times, because the clock of a thread may have a resolution of several
 * milliseconds.
 */
const STEP_US = 5_000;

/**
 * Returns the factor by which processor time of this thread grows for four times the size: the minimum of three
 * comparisons, because a garbage collection can lengthen one of them.
 */
export async function growthOf(
  size: number,
  work: (size: number) => Promise<unknown>,
): Promise<number> {
  const cpuOf = async (units: number): Promise<number> => {
    const before = process.threadCpuUsage();
    await work(units);
    const { user, system } = process.threadCpuUsage(before);
    return user + system + STEP_US;
  };
  // The first run compiles the code.
  await cpuOf(size);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > IN_PROPORTION; attempt++) {
    const small = await cpuOf(size);
    least = Math.min(least, (await cpuOf(4 * size)) / small);
  }
  return least;
}
