import { ERRORS, i18nKeysBulk, i18nValuesBulk } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps, TaskPayloads } from '../../../deps.ts';
import { Failure } from '../../../errors.ts';
import { sliceClock } from '../../../lib/slice-clock.ts';
import { lockWriters } from '../../content/index.ts';
import { type ProjectRef, trustedOwner, trustedProject } from '../../kernel/index.ts';
import {
  getWritableProject,
  listAllLocales,
  type ProjectRow,
  requireAuthor,
} from '../../project/index.ts';
import { writeRows } from './bulk-rows.ts';
import { endRun, finishPart, type HeldRun, lockRun } from './bulk-run.store.ts';
import { BulkTally } from './bulk-tally.ts';
import { requireOrderRights } from './order-rights.ts';

type RunDeps = Pick<Deps, 'db' | 'clock' | 'tasks'>;
type Payload = TaskPayloads['bulk-change'];

/**
 * Processes the remaining parts of a bulk run. The transaction of a part also deletes the part, so
 * the task may run twice or be killed at any point. If runs of other organizations wait, enqueues
 * the rest after some seconds. After an expected error, the run ends. The parts that were processed
 * before the error stay written.
 */
export async function runBulk(deps: RunDeps, payload: Payload, signal: AbortSignal): Promise<void> {
  const projectId = trustedProject(payload.projectId);
  const { db, tasks } = deps;
  const isOver = sliceClock(() => tasks.isAwaited(db, 'bulk-change', payload.organizationId));
  try {
    do {
      signal.throwIfAborted();
      const isDone = await db
        .transaction()
        .execute((tx) => runPart(deps, tx, projectId, payload, signal));
      if (isDone) return;
    } while (!(await isOver()));
    // The rest of this run has priority over runs that were started later.
    await db.transaction().execute((tx) => tasks.enqueue(tx, 'bulk-change', payload));
  } catch (error) {
    if (!(error instanceof Failure) || ERRORS[error.code].status >= 500) throw error;
    await endFailed(deps, projectId, payload.runId, { code: error.code, detail: error.message });
  }
}

export const giveUpBulk = (
  deps: RunDeps,
  { projectId, runId }: Payload,
  detail: string,
): Promise<void> => endFailed(deps, trustedProject(projectId), runId, { code: 'internal', detail });

function endFailed(
  deps: RunDeps,
  projectId: ProjectRef,
  runId: string,
  failure: { code: string; detail: string },
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await endRun(tx, projectId, runId, { status: 'failed', failure }, deps.clock.now());
  });
}

/**
 * Requires that the author of a bulk run may still do it.
 * @throws `role_forbidden`
 */
async function requireBulkAuthor(
  tx: Db,
  project: ProjectRow,
  { order, actor }: HeldRun,
): Promise<void> {
  const endpoint = order.kind === 'values' ? i18nValuesBulk : i18nKeysBulk;
  const { id: projectId, organization_id: organizationId } = project;
  const author = await requireAuthor(tx, { organizationId, projectId, actor, endpoint });
  if (order.kind === 'values') requireOrderRights(author, project, order);
}

/** Processes the next part of a bulk run. @returns true if no part remains */
async function runPart(
  deps: RunDeps,
  tx: Db,
  projectId: ProjectRef,
  { organizationId, runId }: Payload,
  signal: AbortSignal,
): Promise<boolean> {
  await lockWriters(tx, { id: projectId }, { content: 'exclusive' });
  const run = await lockRun(tx, projectId, runId);
  if (!run) return true;
  const { order, actor, part } = run;
  const now = deps.clock.now();
  if (!part) {
    await endRun(tx, projectId, runId, { status: 'completed', failure: null }, now);
    return true;
  }
  const owner = {
    organizationId: trustedOwner(organizationId),
    projectIds: null,
    principalId: actor.id,
  };
  const project = await getWritableProject(tx, owner, projectId);
  await requireBulkAuthor(tx, project, run);
  const tally = new BulkTally();
  const work = { order, project, locales: await listAllLocales(tx, projectId), tally, signal };
  await writeRows(tx, work, [part.rowIds], { actor, now, parentId: runId });
  await finishPart(tx, projectId, runId, part, tally);
  return false;
}
