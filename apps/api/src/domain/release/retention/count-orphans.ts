import type { Db } from '../../../db/client.ts';
import { forProjects } from './in-batches.ts';
import { countOrphansOf } from './orphan.store.ts';

/** Counts the values whose key or locale does not exist. Ends early if the signal aborts. */
export async function countOrphans(db: Db, signal: AbortSignal): Promise<number> {
  let orphans = 0;
  await forProjects(db, signal, async (projectId) => {
    orphans += await countOrphansOf(db, projectId);
  });
  return orphans;
}
