import { task } from './queue/task.ts';

/**
 * Delay before the second purge, in seconds. It is longer than the time for which a process serves
 * a bundle without asking the database.
 */
const AGAIN_SECONDS = 6;

/**
 * Removes all entries with a cache tag from the CDN, and removes them again later. Between the two
 * purges, a process that did not know of the release yet may have sent an outdated bundle to the
 * CDN.
 */
export const purgeCdn = task({
  name: 'purge-cdn',
  concurrency: 4,
  retryLimit: 100,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  async run({ cdn, db, tasks }, { again, ...rest }) {
    if (cdn === null) return;
    await cdn.purge([rest.tag]);
    if (again) return;
    await tasks.enqueue(db, 'purge-cdn', { ...rest, again: true }, { delaySeconds: AGAIN_SECONDS });
  },
});
