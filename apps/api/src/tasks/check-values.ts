import { hasUnchecked } from '../domain/check/check.store.ts';
import { checkUnchecked } from '../domain/check/check-values.ts';
import { trustedProject } from '../domain/tenant.ts';
import { task } from './task.ts';

const NAME = 'check-values';
/** Maximum time for one project before the next project is checked. */
const TURN_MS = 5_000;
/** Delay before values that were locked are tried again. */
const RETRY_SECONDS = 2;

/** Checks the values of a project that were written, or whose source text was. */
export const checkValues = task({
  name: NAME,
  concurrency: 2,
  // A project with many values to check, and a task for each of many edits, leaves room for others.
  isOnePerProject: true,
  isPolled: true,
  pollSeconds: 0.5,
  retryLimit: 20,
  retryDelaySeconds: 2,
  expireSeconds: 10 * 60,
  async run({ db, tasks }, payload, { signal }) {
    const projectId = trustedProject(payload.projectId);
    // Each edit of a source text enqueues a task; all but the first find nothing to do.
    if (!(await hasUnchecked(db, projectId))) return;
    const isAtEnd = await checkUnchecked(db, { projectId }, { signal, maxMs: TURN_MS });
    if (!(await hasUnchecked(db, projectId))) return;
    const options = isAtEnd ? { delaySeconds: RETRY_SECONDS } : {};
    await tasks.enqueue(db, NAME, payload, options);
  },
});
