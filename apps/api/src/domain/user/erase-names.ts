import { NIL_ID } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { listProjectIds } from '../project/project.store.ts';
import { markKeys } from '../value/revision.store.ts';
import {
  type DueErasure,
  eraseAnswers,
  eraseNameInOrganizations,
  eraseNameInProjects,
  noteErasure,
  takeDueErasure,
} from './erasure.store.ts';
import { findTraces, type Traces } from './trace.store.ts';

/** Number of projects in one transaction. */
const BATCH_PROJECTS = 20;
/** Time after which another process continues an erasure that makes no progress. */
const LEASE_MS = 10 * 60_000;
/** Time after which every request and slice of a job that ran when the account ended has finished writing. */
const LAST_LOOK_MS = 60 * 60_000;

/**
 * Removes the name of a person who erased the account from everything that the person did: once at once, and once more
 * for content that was being written meanwhile. The actions stay, with the person's id.
 *
 * @returns the number of examined accounts
 */
export async function eraseNames(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const user = await takeDueErasure(db, now, leaseFrom(now));
  if (!user) return 0;
  const traces = await findTraces(db, user.id);
  if (user.erase_after === null) {
    await eraseNameInOrganizations(db, traces);
    await eraseAnswers(db, traces);
  }
  if (!(await eraseInAllProjects({ db, clock }, user, traces, signal))) return 0;
  const lastLook = new Date(user.deactivated_at.getTime() + LAST_LOOK_MS);
  await noteErasure(db, user.id, { at: now < lastLook ? lastLook : null, after: null });
  return 1;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * Works through the projects in batches, each of which renews the lease. Returns false if the signal ended the work
 * early.
 */
async function eraseInAllProjects(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: DueErasure,
  traces: Traces,
  signal: AbortSignal,
): Promise<boolean> {
  let after = user.erase_after;
  for (;;) {
    if (signal.aborted) {
      await noteErasure(db, user.id, { at: clock.now(), after });
      return false;
    }
    const page = { after: after ?? NIL_ID, limit: BATCH_PROJECTS };
    const projectIds = await listProjectIds(db, traces.organizationIds, page);
    const last = projectIds.at(-1);
    if (last === undefined) return true;
    after = last;
    await db.transaction().execute(async (tx) => {
      const changed = await eraseNameInProjects(tx, traces, projectIds);
      // Rows contain the author of a text, so answers that are cached by revision must be read again.
      for (const id of changed) await markKeys(tx, id);
      await noteErasure(tx, user.id, { at: leaseFrom(clock.now()), after: last });
    });
  }
}
