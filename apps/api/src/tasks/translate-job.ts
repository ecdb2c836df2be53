import { giveUpJob, runSlice } from '../domain/translation/index.ts';
import { task } from './queue/task.ts';

/** Runs one slice of a translation job. The slice enqueues the next slice. */
export const translateJob = task({
  name: 'translate-job',
  concurrency: 4,
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  // Enough for four calls with the longest timeout of an engine, 30 minutes, and for the slice itself.
  expireSeconds: 150 * 60,
  run: (deps, payload, { signal }) => runSlice(deps, payload, signal),
  giveUp: giveUpJob,
});
