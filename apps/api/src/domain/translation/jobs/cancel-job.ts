import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { chargeCredits } from '../../billing/credit-account.ts';
import { lockWriters } from '../../content/transaction.ts';
import type { Owner } from '../../principal.ts';
import { keepPart } from './finish-chunk.ts';
import { listPartialChunks } from './translation-chunk.store.ts';
import {
  getJob,
  isOver,
  type JobRow,
  lockJob,
  refOf,
  updateJob,
  workOf,
} from './translation-job.store.ts';

/**
 * Cancels a translation job. Keeps and bills its translations, also those of a chunk in which other strings still wait
 * for an engine. No more results are written or billed afterwards.
 * @throws `not_found`, `job_not_cancellable`
 */
export async function cancelJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  owner: Owner,
  jobId: string,
): Promise<JobRow> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const found = await getJob(tx, owner, jobId);
    const ref = refOf(found);
    // Locks the content before the job, as a slice does when it finishes a chunk.
    if (found.kind === 'missing' && found.project_id !== null)
      await lockWriters(tx, { id: found.project_id }, { content: 'shared' });
    let job = (await lockJob(tx, ref))!;
    if (job.status === 'cancelled') return job;
    if (isOver(job)) {
      fail('job_not_cancellable', `The job has already ended (${job.status}).`);
    }
    const now = clock.now();
    for (const chunk of await listPartialChunks(tx, ref)) {
      job = await keepPart(tx, job, chunk, now);
    }
    const cancelled = await updateJob(tx, ref, { status: 'cancelled', finished_at: now });
    await chargeCredits(deps, tx, workOf(ref));
    return cancelled;
  });
}
