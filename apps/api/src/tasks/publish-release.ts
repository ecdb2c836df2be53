import { giveUpRelease, publishRelease as publish } from '../domain/release/publish-release.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/**
 * Number of attempts that may end with a killed process or an unknown error before the release
 * fails.
 */
const MAX_ATTEMPTS = 8;

/** Publishes a release that a user or a program has requested. */
export const publishRelease = task({
  name: 'publish-release',
  concurrency: 4,
  // Releases of the same project do not run concurrently, because both could build the same
  // messages.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // Practically unlimited, because the task itself gives up and marks the release as failed. A
  // killed process must not use up the attempts.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, order, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? publish(deps, order, signal)
      : giveUpRelease(deps, order, describeAttempts(attempt, 'publish the release')),
  giveUp: giveUpRelease,
});
