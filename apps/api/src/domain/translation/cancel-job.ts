import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { chargeCredits } from '../billing/credit-account.ts';
import type { Owner } from '../principal.ts';
import { getJob, type JobRow, lockJob, refOf, updateJob, workOf } from './translation-job.store.ts';

/**
 * Cancels a job that is not over: from now on nothing of it is written or billed. What is done stays.
 *
 * @throws `not_found`, `job_not_cancellable`
 */
export async function cancelJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  owner: Owner,
  jobId: string,
): Promise<JobRow> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const ref = refOf(await getJob(tx, owner, jobId));
    const job = (await lockJob(tx, ref))!;
    if (job.status === 'cancelled') return job;
    if (job.status === 'completed' || job.status === 'failed') {
      fail('job_not_cancellable', `The job has already ended (${job.status}).`);
    }
    const cancelled = await updateJob(tx, ref, { status: 'cancelled', finishedAt: clock.now() });
    await chargeCredits(deps, tx, workOf(ref));
    return cancelled;
  });
}
