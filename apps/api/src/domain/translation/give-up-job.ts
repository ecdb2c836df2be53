import type { Deps, TaskPayloads } from '../../deps.ts';
import { chargeCredits } from '../billing/credit-account.ts';
import { trustedOwner } from '../tenant.ts';
import { lockJob, updateJob, workOf } from './translation-job.store.ts';

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
    const error = { code: 'internal' as const, message: detail };
    await updateJob(tx, ref, { status: 'failed', error, finishedAt: deps.clock.now() });
    await chargeCredits(deps, tx, workOf(ref));
  });
}
