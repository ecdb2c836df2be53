import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { hasRight, ownerOf, type Principal, requireRight } from '../../kernel/index.ts';
import { getProject } from '../../project/index.ts';
import { type BulkRunRow, endRun, getBulkRun, lockRun } from './bulk-run.store.ts';

/**
 * Ends a bulk run. Waits for the part that is being written. Written values stay.
 * @throws `not_found`, `role_forbidden`; `conflict` if the run has ended
 */
export async function cancelBulk(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  { projectId: id, runId }: { projectId: string; runId: string },
): Promise<BulkRunRow> {
  return db.transaction().execute(async (tx) => {
    const { id: projectId } = await getProject(tx, ownerOf(principal), id);
    const held = await lockRun(tx, projectId, runId);
    const run = await getBulkRun(tx, projectId, runId);
    if (run.status === 'cancelled') return run;
    if (!held) fail('conflict', `The run has already ended (${run.status}).`);
    const isOwn = held.actor.type === principal.type && held.actor.id === principal.id;
    if (!isOwn && !hasRight(principal, 'content')) requireRight(principal, 'content');
    await endRun(tx, projectId, runId, { status: 'cancelled', failure: null }, clock.now());
    return getBulkRun(tx, projectId, runId);
  });
}
