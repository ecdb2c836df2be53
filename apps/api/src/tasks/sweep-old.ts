import { sweepOld as sweep } from '../domain/release/index.ts';
import { task } from './queue/task.ts';

/** Deletes history, releases and log entries that are older than the ages in the configuration. */
export const sweepOld = task({
  name: 'sweep-old',
  everySeconds: 24 * 60 * 60,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  // In a database with many years of data, the first sweep takes a long time.
  expireSeconds: 20 * 60 * 60,
  async run(deps, _payload, { signal }) {
    const swept = await sweep(deps, signal);
    if (Object.values(swept).some((count) => count > 0)) deps.log.info({ swept }, 'swept');
  },
});
