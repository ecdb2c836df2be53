import { giveUpBulk, runBulk } from '../domain/editor/index.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Maximum number of attempts. An attempt counts if it ends with an unknown error or a killed
 * process.
 */
const MAX_ATTEMPTS = 8;

/** Runs a bulk change that changes too many values for one request. */
export const bulkChange = task({
  name: 'bulk-change',
  concurrency: 3,
  // Each run needs the content lock of the project, so parallel runs in a project would only wait
  // for each other.
  isOnePerProject: true,
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, payload, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? runBulk(deps, payload, signal)
      : giveUpBulk(deps, payload, describeAttempts(attempt, 'change a part of the rows')),
  giveUp: giveUpBulk,
});
