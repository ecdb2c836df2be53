import { countOrphans, recountOutdated } from '../domain/release/index.ts';
import { sweepMemory } from '../domain/translation/index.ts';
import { task } from './queue/task.ts';

/**
 * Corrects the numbers of outdated values, and deletes source texts that no key uses. Logs an error
 * if values exist whose key or locale is missing. The database has no foreign key that would prevent
 * such values.
 */
export const sweepContent = task({
  name: 'sweep-content',
  everySeconds: 24 * 60 * 60,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
  async run(deps, _payload, { signal }) {
    const orphans = await countOrphans(deps.db, signal);
    if (orphans > 0) deps.log.error({ orphans }, 'found values without a key or a locale');
    const corrected = await recountOutdated(deps.db, signal);
    if (corrected > 0)
      deps.log.warn({ locales: corrected }, 'corrected numbers of outdated values');
    await sweepMemory(deps, signal);
  },
});
