import fc from 'fast-check';
import { testRuns } from './test-runs.ts';

/** Random input follows from the run's seed, which the run's last lines name. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED), numRuns: testRuns(100) });
