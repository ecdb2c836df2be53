import { sweepBlobs, syncAll } from '../domain/release/index.ts';
import { task } from './queue/task.ts';

/**
 * Compares the bundle store with the database, corrects the store, and deletes objects that no
 * release uses.
 */
export const sweepBundleStore = task({
  name: 'sweep-bundle-store',
  everySeconds: 6 * 60 * 60,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 5 * 60 * 60,
  async run(deps, _payload, { signal }) {
    if (deps.bundleStore === null) return;
    const { repaired, ahead } = await syncAll(deps, deps.bundleStore, signal);
    const deleted = await sweepBlobs(deps, deps.bundleStore, signal);
    if (repaired + ahead + deleted > 0) {
      deps.log.info({ repaired, ahead, deleted }, 'compared the bundle store with the database');
    }
  },
});
