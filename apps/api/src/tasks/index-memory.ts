import { indexMemory as index } from '../domain/memory/index-memory.ts';
import { task } from './task.ts';

/** Lets the translation memory know source texts that are new or have changed. */
export const indexMemory = task({
  name: 'index-memory',
  everySeconds: 30,
  concurrency: 1,
  isPolled: true,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  async run(deps, _payload, { signal }) {
    const keys = await index(deps, signal);
    if (keys > 0) deps.log.info({ keys }, 'indexed source strings for the translation memory');
  },
});
