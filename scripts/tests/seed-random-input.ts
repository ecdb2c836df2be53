import fc from 'fast-check';
import { testRuns } from './test-runs.ts';

/** Derives random input from the seed of the run, which the reporter prints. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED), numRuns: testRuns(100) });
