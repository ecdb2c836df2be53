import { NIL_ID } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { markKeys } from '../value/revision.store.ts';
import {
  eraseNameInOrganizations,
  eraseNameInProjects,
  listAllProjects,
  setEraseAt,
  takeDueErasure,
} from './erasure.store.ts';

/** Projects of one transaction. */
const BATCH_PROJECTS = 20;
/** Time after which another process goes on with an erasure that does not end. */
const LEASE_MS = 10 * 60_000;
/** A request or a slice of a job that ran when the account ended has written what it writes by then. */
const LAST_LOOK_MS = 60 * 60_000;

/**
 * Takes the name of a person who erased the account out of everything that the person did, everywhere: once at once,
 * and once more for what was being written meanwhile. What was done stays, with the id.
 *
 * @returns the number of accounts that were looked at
 */
export async function eraseNames(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const user = await takeDueErasure(db, now, new Date(now.getTime() + LEASE_MS));
  if (!user) return 0;
  await eraseNameInOrganizations(db, user.id);
  for (let after = NIL_ID; ; ) {
    if (signal.aborted) return 0;
    const projectIds = await listAllProjects(db, after, BATCH_PROJECTS);
    await db.transaction().execute(async (tx) => {
      const changed = await eraseNameInProjects(tx, user.id, projectIds);
      // Rows name who wrote a text: answers that are kept by their revision are read again.
      for (const id of changed) await markKeys(tx, id);
    });
    if (projectIds.length < BATCH_PROJECTS) break;
    after = projectIds.at(-1)!;
  }
  const lastLook = new Date(user.deactivated_at.getTime() + LAST_LOOK_MS);
  await setEraseAt(db, user.id, now < lastLook ? lastLook : null);
  return 1;
}
