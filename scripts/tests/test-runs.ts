/**
 * Returns the number of random inputs that a test tries: `runs`, multiplied by TEST_RUNS if it is set.
 * `TEST_RUNS=10 npm test packages` searches longer than a normal run.
 */
export const testRuns = (runs: number): number => runs * Number(process.env.TEST_RUNS ?? 1);
