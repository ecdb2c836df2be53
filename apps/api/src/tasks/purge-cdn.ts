import { task } from './queue/task.ts';

/** Longer than any process of the service trusts a bundle in memory. */
const AGAIN_SECONDS = 6;

/**
 * Removes what carries a tag from the CDN. A process that had not heard of the release yet can have given the old
 * bundle to the CDN since, so it is removed once more a moment later.
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
