import { giveUpRelease, publishRelease as publish } from '../domain/release/publish-release.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Number of attempts after which the release fails, if each attempt ends with a killed process or
 * an unknown error.
 */
const MAX_ATTEMPTS = 8;

export const publishRelease = task({
  name: 'publish-release',
  concurrency: 4,
  // Releases of the same project do not run concurrently, because both could build the same
  // messages.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // The queue has practically no limit, because the task itself counts attempts and marks the
  // release as failed.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, order, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? publish(deps, order, signal)
      : giveUpRelease(deps, order, describeAttempts(attempt, 'publish the release')),
  giveUp: giveUpRelease,
});
