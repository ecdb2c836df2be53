/**
 * Returns how often a test tries random input: `runs` times, or TEST_RUNS times as often if the environment
 * sets that. `TEST_RUNS=10 npm test packages` searches longer than each run has time for.
 */
export const testRuns = (runs: number): number => runs * Number(process.env.TEST_RUNS ?? 1);
