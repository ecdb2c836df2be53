import { giveUpJob } from '../domain/translation/jobs/cancel-job.ts';
import { runSlice } from '../domain/translation/jobs/run-slice.ts';
import { task } from './queue/task.ts';

/** Runs one slice of a translation job. The slice enqueues the next slice. */
export const translateJob = task({
  name: 'translate-job',
  concurrency: 4,
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  expireSeconds: 20 * 60,
  run: (deps, payload, { signal }) => runSlice(deps, payload, signal),
  giveUp: giveUpJob,
});
