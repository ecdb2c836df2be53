import type { Db } from '../../db/client.ts';
import { NIL_ID } from '../../db/ids/uuid.ts';
import { countOrphansOf, listProjectsAfter } from './orphan.store.ts';

/** Counts the values whose key or locale does not exist. Ends early if the signal aborts. */
export async function countOrphans(db: Db, signal: AbortSignal): Promise<number> {
  let orphans = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const projectIds = await listProjectsAfter(db, after);
    if (projectIds.length === 0) break;
    for (const projectId of projectIds) {
      if (signal.aborted) break;
      orphans += await countOrphansOf(db, projectId);
    }
    after = projectIds.at(-1)!;
  }
  return orphans;
}
