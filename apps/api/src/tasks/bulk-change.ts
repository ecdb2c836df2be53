import { giveUpBulk, runBulk } from '../domain/bulk/run-bulk.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/** Attempts that may end with a killed process or an unknown error before the run fails. */
const MAX_ATTEMPTS = 8;

/** Performs a bulk change that is too large for a request. */
export const bulkChange = task({
  name: 'bulk-change',
  concurrency: 2,
  // Each part needs the project's content lock, so parallel runs would only wait for each other.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // Practically unlimited, because the task gives up itself and leaves no run in the state running. A killed process
  // must not use up the attempts.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, payload, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? runBulk(deps, payload, signal)
      : giveUpBulk(deps, payload, describeAttempts(attempt, 'change a part of the rows')),
  giveUp: giveUpBulk,
});
