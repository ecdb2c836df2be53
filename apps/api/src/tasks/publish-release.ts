import { giveUpRelease, publishRelease as publish } from '../domain/release/index.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Maximum number of attempts. An attempt counts if it ends with an unknown error or a killed
 * process.
 */
const MAX_ATTEMPTS = 8;

export const publishRelease = task({
  name: 'publish-release',
  concurrency: 4,
  // Releases of the same project do not run concurrently, because both could build the same
  // messages.
  isOnePerProject: true,
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, order, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? publish(deps, order, signal)
      : giveUpRelease(deps, order, describeAttempts(attempt, 'publish the release')),
  giveUp: giveUpRelease,
});
