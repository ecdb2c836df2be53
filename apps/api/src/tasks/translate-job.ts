import { giveUpJob } from '../domain/translation/give-up-job.ts';
import { runTurn } from '../domain/translation/run-turn.ts';
import { task } from './task.ts';

/** One turn of a translation job; the turn enqueues the next one itself. */
export const translateJob = task({
  name: 'translate-job',
  concurrency: 4,
  // A turn handles every failure that it can name. A database that is away comes back.
  retryLimit: 1_000,
  retryDelaySeconds: 1,
  // The engine's longest call, with room to write what it brought.
  expireSeconds: 20 * 60,
  run: (deps, payload, { signal }) => runTurn(deps, payload, signal),
  giveUp: giveUpJob,
});
