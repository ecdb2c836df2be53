import { giveUpBulk, runBulk } from '../domain/bulk/run-bulk.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Number of attempts that may end with a killed process or an unknown error before the run fails.
 */
const MAX_ATTEMPTS = 8;

/**
 * Runs a bulk change that the request did not perform itself, because it changes too many values.
 */
export const bulkChange = task({
  name: 'bulk-change',
  concurrency: 2,
  // Parts of a bulk change need the content lock of the project, so parallel runs would only wait
  // for each other.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // Practically unlimited, because the task itself gives up and marks the run as failed. A killed
  // process must not use up the attempts.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, payload, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? runBulk(deps, payload, signal)
      : giveUpBulk(deps, payload, describeAttempts(attempt, 'change a part of the rows')),
  giveUp: giveUpBulk,
});
