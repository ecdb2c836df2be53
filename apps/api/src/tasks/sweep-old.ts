import { sweepOld as sweep } from '../domain/retention/sweep-old.ts';
import { task } from './queue/task.ts';

/** Deletes history, releases and log entries that are older than their age of the configuration. */
export const sweepOld = task({
  name: 'sweep-old',
  everySeconds: 24 * 60 * 60,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  // The first sweep of a database of many years takes long.
  expireSeconds: 20 * 60 * 60,
  async run(deps, _payload, { signal }) {
    const swept = await sweep(deps, signal);
    if (Object.values(swept).some((count) => count > 0)) deps.log.info({ swept }, 'swept');
  },
});
