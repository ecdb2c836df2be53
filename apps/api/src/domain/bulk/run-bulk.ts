import { ERRORS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import type { Deps, TaskPayloads } from '../../deps.ts';
import { Failure } from '../../errors.ts';
import { lockWriters } from '../content/transaction.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { getWritableProject } from '../project/project.store.ts';
import { type ProjectRef, trustedOwner, trustedProject } from '../tenant.ts';
import { writeRows } from './bulk-rows.ts';
import { endRun, finishPart, holdRun } from './bulk-run.store.ts';
import { BulkTally } from './bulk-tally.ts';

type RunDeps = Pick<Deps, 'db' | 'clock' | 'tasks'>;
type Payload = TaskPayloads['bulk-change'];

/**
 * Processes the remaining parts of a bulk run. The transaction of a part also deletes the part, so
 * the task may run twice or be killed at any point. After an expected error, the run ends. The
 * parts that were processed before the error stay written.
 */
export async function runBulk(deps: RunDeps, payload: Payload, signal: AbortSignal): Promise<void> {
  const projectId = trustedProject(payload.projectId);
  try {
    for (;;) {
      signal.throwIfAborted();
      const isOver = await deps.db
        .transaction()
        .execute((tx) => runPart(deps, tx, projectId, payload, signal));
      if (isOver) return;
    }
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
    await endRun(tx, projectId, runId, failure, deps.clock.now());
  });
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
  const run = await holdRun(tx, projectId, runId);
  if (!run) return true;
  const { order, actor, part } = run;
  const now = deps.clock.now();
  if (!part) {
    await endRun(tx, projectId, runId, null, now);
    return true;
  }
  const owner = {
    organizationId: trustedOwner(organizationId),
    projectIds: null,
    principalId: actor.id,
  };
  const project = await getWritableProject(tx, owner, projectId);
  const tally = new BulkTally();
  const work = { order, project, locales: await listAllLocales(tx, projectId), tally, signal };
  await writeRows(tx, work, [part.rowIds], { actor, now, parentId: runId });
  await finishPart(tx, projectId, runId, part, tally);
  return false;
}
