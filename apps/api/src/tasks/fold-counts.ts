import { foldOutdatedDeltas } from '../domain/value/outdated-count.store.ts';
import { task } from './task.ts';

const BATCH_ROWS = 5_000;

/** Folds what writers appended to the counts, so that readers have little to add up. */
export const foldCounts = task({
  name: 'fold-counts',
  everySeconds: 60,
  concurrency: 1,
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 540,
  async run({ db }, _payload, { signal }) {
    while (!signal.aborted) {
      if ((await foldOutdatedDeltas(db, BATCH_ROWS)) < BATCH_ROWS) return;
    }
  },
});
