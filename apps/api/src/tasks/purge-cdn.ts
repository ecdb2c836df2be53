import { task } from './queue/task.ts';

/** Longer than any process of the service trusts a bundle in memory. */
const AGAIN_SECONDS = 6;

/**
 * Removes everything with a tag from the CDN, twice. The second removal, a moment later, catches an old bundle from a
 * process that learned of the release late.
 */
export const purgeCdn = task({
  name: 'purge-cdn',
  concurrency: 4,
  pollSeconds: 0.5,
  retryLimit: 100,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  async run({ cdn, db, tasks }, { tag, again }) {
    if (cdn === null) return;
    await cdn.purge([tag]);
    if (again) return;
    await tasks.enqueue(db, 'purge-cdn', { tag, again: true }, { delaySeconds: AGAIN_SECONDS });
  },
});
