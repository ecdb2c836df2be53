/** Work in proportion to its size takes about 4 times as long for 4 times the size; quadratic work, 16 times. */
export const IN_PROPORTION = 9;

const ATTEMPTS = 3;
/** Added to both times, as the clock of a thread may count in steps of some milliseconds. */
const STEP_US = 5_000;

/**
 * Returns how many times as much processor time of this thread some work takes for four times its size: the least of
 * three comparisons, since a garbage collection lengthens one of them.
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
