import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { markKeys } from '../../content/index.ts';
import { listProjectIds } from '../../project/index.ts';
import {
  type DueErasure,
  deleteMessages,
  eraseAnswers,
  eraseNameInEvents,
  eraseNameInOrganizations,
  eraseNameInProjects,
  noteErasure,
  takeDueErasure,
} from './erasure.store.ts';
import { findTraces, type Traces } from './trace.store.ts';

const BATCH_PROJECTS = 20;
/**
 * Time in milliseconds after which another process takes over an erasure whose lease was not
 * renewed.
 */
const LEASE_MS = 10 * 60_000;
/**
 * Time in milliseconds between the two runs of an erasure. It is long enough for all requests and
 * jobs of the deleted account to end.
 */
const LAST_LOOK_MS = 60 * 60_000;

/**
 * Deletes the name of a person from all records of actions. Also deletes notifications of comments
 * that were being written during the deletion of the account. A second run handles records that
 * were written during the first run. The records stay, with the id of the person.
 * @returns the number of accounts that were handled
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
    await deleteMessages(db, user.id);
    await eraseNameInOrganizations(db, traces);
    await eraseNameInEvents(db, traces);
    await eraseAnswers(db, traces);
  }
  if (!(await eraseInAllProjects({ db, clock }, user, traces, signal))) return 0;
  const lastLook = new Date(user.deactivated_at.getTime() + LAST_LOOK_MS);
  await noteErasure(db, user.id, { at: now < lastLook ? lastLook : null, after: null });
  return 1;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * Erases the name in batches of projects. Each batch renews the lease. Returns false if the signal
 * has aborted.
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
      // Changes the revisions of projects, because cached rows of the editor still contain the
      // deleted name.
      for (const id of changed) await markKeys(tx, id);
      await noteErasure(tx, user.id, { at: leaseFrom(clock.now()), after: last });
    });
  }
}
