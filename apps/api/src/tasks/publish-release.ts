import { giveUpRelease, publishRelease as publish } from '../domain/release/publish-release.ts';
import { describeAttempts } from './queue/describe-attempts.ts';
import { task } from './queue/task.ts';

/** Attempts that may end with a killed process or an unknown error before the release fails. */
const MAX_ATTEMPTS = 8;

/** Publishes a release that was requested. */
export const publishRelease = task({
  name: 'publish-release',
  concurrency: 4,
  // Two releases of one project would make the same content twice.
  isOnePerProject: true,
  pollSeconds: 0.5,
  // The task itself gives up, so that no release is left publishing: a killed process counts no attempts.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 60 * 60,
  run: (deps, order, { signal, attempt }) =>
    attempt < MAX_ATTEMPTS
      ? publish(deps, order, signal)
      : giveUpRelease(deps, order, describeAttempts(attempt, 'publish the release')),
  giveUp: giveUpRelease,
});
