import { foldMarks, foldOutdatedDeltas, foldValueDeltas } from '../domain/content/index.ts';
import { task } from './queue/task.ts';

const BATCH_ROWS = 5_000;

/**
 * Adds appended differences to the stored counts and revisions. Readers then have fewer rows to
 * sum.
 */
export const foldCounts = task({
  name: 'fold-counts',
  everySeconds: 15,
  concurrency: 1,
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 540,
  async run({ db }, _payload, { signal }) {
    for (const fold of [foldOutdatedDeltas, foldValueDeltas, foldMarks]) {
      while (!signal.aborted && (await fold(db, BATCH_ROWS)) === BATCH_ROWS);
    }
  },
});
