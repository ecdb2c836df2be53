import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { type OwnerRef, type ProjectRef, trustedOwner } from '../../kernel/index.ts';
import { listProjectsAfter } from './orphan.store.ts';
import type { IdPage } from './retention.store.ts';

const BATCH_ORGANIZATIONS = 100;

/** Calls `work` once for each organization in the list. */
export async function forOrganizations(
  list: (page: IdPage) => Promise<string[]>,
  signal: AbortSignal,
  work: (organizationId: OwnerRef) => Promise<void>,
): Promise<void> {
  for (let after = NIL_ID; !signal.aborted; ) {
    const ids = await list({ after, limit: BATCH_ORGANIZATIONS });
    for (const id of ids) {
      if (signal.aborted) return;
      await work(trustedOwner(id));
    }
    if (ids.length < BATCH_ORGANIZATIONS) return;
    after = ids.at(-1)!;
  }
}

/** Repeats `batch` until it returns less than a full batch or the signal aborts. @returns the sum of all results */
export async function repeat(
  batch: () => Promise<number>,
  fullBatch: number,
  signal: AbortSignal,
): Promise<number> {
  let sum = 0;
  while (!signal.aborted) {
    const count = await batch();
    sum += count;
    if (count < fullBatch) break;
  }
  return sum;
}

/** Calls `work` once for each project. */
export async function forProjects(
  db: Db,
  signal: AbortSignal,
  work: (projectId: ProjectRef) => Promise<void>,
): Promise<void> {
  for (let after = NIL_ID; ; ) {
    const ids = await listProjectsAfter(db, after);
    if (ids.length === 0) return;
    for (const id of ids) {
      if (signal.aborted) return;
      await work(id);
    }
    after = ids.at(-1)!;
  }
}
