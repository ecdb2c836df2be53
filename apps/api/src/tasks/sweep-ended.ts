import { sweepEnded as sweep } from '../domain/release/index.ts';
import { task } from './queue/task.ts';

export const sweepEnded = task({
  name: 'sweep-ended',
  everySeconds: 600,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 540,
  async run(deps, _payload, { signal }) {
    const swept = await sweep(deps, signal);
    if (Object.values(swept).some((count) => count > 0)) deps.log.info({ swept }, 'swept');
  },
});
