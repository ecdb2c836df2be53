import { executeRaw } from '../db/client.ts';
import { hasUnchecked } from '../domain/check/check.store.ts';
import { checkUnchecked } from '../domain/check/check-values.ts';
import { task } from './task.ts';

const NAME = 'check-values';
/** How long one project is checked before others have their turn. */
const TURN_MS = 5_000;
/** How soon values that somebody held are tried again. */
const RETRY_SECONDS = 2;

/** Checks the values of a project that were written, or whose source text was. */
export const checkValues = task({
  name: NAME,
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 2,
  expireSeconds: 10 * 60,
  async run({ db, tasks }, payload, { signal }) {
    // What made these wait has been committed: this turn sees it. A worker takes a task every other
    // second, so a thousand edits must not leave a thousand tasks behind.
    await executeRaw(
      db,
      `delete from pgboss.job
       where name = $1 and state = 'created' and data ->> 'projectId' = $2`,
      [NAME, payload.projectId],
    );
    const isAtEnd = await checkUnchecked(db, payload, { signal, maxMs: TURN_MS });
    if (!(await hasUnchecked(db, payload.projectId))) return;
    const options = isAtEnd ? { delaySeconds: RETRY_SECONDS } : {};
    await tasks.enqueue(db, NAME, payload, options);
  },
});
