import { giveUpBulk, runBulk } from '../domain/bulk/run-bulk.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Number of attempts after which the run fails, if each attempt ends with a killed process or an
 * unknown error.
 */
const MAX_ATTEMPTS = 8;

/** Runs a bulk change that changes too many values for one request. */
export const bulkChange = task({
  name: 'bulk-change',
  concurrency: 2,
  // Parallel runs would only wait for each other, because each run needs the content lock of the
  // project.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // The queue has practically no limit, because the task itself counts attempts and marks the run
  // as failed.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, payload, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? runBulk(deps, payload, signal)
      : giveUpBulk(deps, payload, describeAttempts(attempt, 'change a part of the rows')),
  giveUp: giveUpBulk,
});
