import { giveUpBulk, runBulk } from '../domain/bulk/run-bulk.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/** Attempts that may end with a killed process or an unknown error before the run fails. */
const MAX_ATTEMPTS = 8;

/** Does a bulk change that is too large for a request. */
export const bulkChange = task({
  name: 'bulk-change',
  concurrency: 2,
  // Each part has the content lock of the project.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // The task itself gives up, so that no run is left running: a killed process counts no attempts.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, payload, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? runBulk(deps, payload, signal)
      : giveUpBulk(deps, payload, describeAttempts(attempt, 'change a part of the rows')),
  giveUp: giveUpBulk,
});
