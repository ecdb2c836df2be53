import { recountMarked } from '../domain/dashboard/count-outdated.ts';
import { task } from './task.ts';

/** Counts outdated values of the projects that changed since they were last counted. */
export const recountOutdated = task({
  name: 'recount-outdated',
  everySeconds: 600,
  concurrency: 1,
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 540,
  async run(deps, _payload, { signal }) {
    await recountMarked(deps, signal);
  },
});
