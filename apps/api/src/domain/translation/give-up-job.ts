import type { Deps, TaskPayloads } from '../../deps.ts';
import { trustedOwner } from '../tenant.ts';
import { endJob } from './end-job.ts';
import { lockJob } from './translation-job.store.ts';

/** Ends a job whose turn cannot be done, and charges for what it has made. */
export async function giveUpJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  { organizationId, jobId, turn }: TaskPayloads['translate-job'],
  detail: string,
): Promise<void> {
  const ref = { organizationId: trustedOwner(organizationId), jobId };
  await deps.db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, ref);
    if (job?.turn !== turn || (job.status !== 'queued' && job.status !== 'running')) return;
    await endJob(deps, tx, ref, { code: 'internal', message: detail });
  });
}
