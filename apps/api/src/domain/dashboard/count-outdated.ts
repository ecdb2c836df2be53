import type { Deps } from '../../deps.ts';
import { rangesOf } from '../batches.ts';
import type { Owner } from '../principal.ts';
import {
  findAnyMarkedProjects,
  findMarkedProjects,
  recountOutdated,
  sumOutdated,
} from './outdated.store.ts';

/** Projects that are counted anew in one transaction. */
const BATCH_PROJECTS = 50;

/** Values of the owner whose source text has changed since they were written. */
export async function countOutdated(db: Deps['db'], owner: Owner): Promise<number> {
  await recountInBatches(db, await findMarkedProjects(db, owner));
  return sumOutdated(db, owner);
}

/** Counts anew what is marked, so that marks do not gather where nobody looks. */
export async function recountMarked(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
): Promise<number> {
  let recounted = 0;
  while (!signal.aborted) {
    const projectIds = await findAnyMarkedProjects(db, BATCH_PROJECTS);
    await recountInBatches(db, projectIds);
    recounted += projectIds.length;
    if (projectIds.length < BATCH_PROJECTS) break;
  }
  return recounted;
}

async function recountInBatches(db: Deps['db'], projectIds: readonly string[]): Promise<void> {
  for (const [from, to] of rangesOf(projectIds.length, BATCH_PROJECTS)) {
    await db.transaction().execute((tx) => recountOutdated(tx, projectIds.slice(from, to)));
  }
}
