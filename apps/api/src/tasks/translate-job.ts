import { giveUpJob } from '../domain/translation/jobs/end-job.ts';
import { runSlice } from '../domain/translation/jobs/run-slice.ts';
import { task } from './queue/task.ts';

/** One slice of a translation job; it enqueues the next one itself. */
export const translateJob = task({
  name: 'translate-job',
  concurrency: 4,
  // For crashes only: a slice handles every fault of an engine. A database that is away comes back.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  // The longest call of an engine, with room to write its results.
  expireSeconds: 20 * 60,
  run: (deps, payload, { signal }) => runSlice(deps, payload, signal),
  giveUp: giveUpJob,
});
