import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { chargeCredits } from '../billing/credit-account.ts';
import type { StringError } from './source-string.ts';
import { hasOpenChunks } from './translation-chunk.store.ts';
import { type JobRef, type JobRow, updateJob, workOf } from './translation-job.store.ts';

/**
 * Ends the locked job where none of its chunks is open, and charges for it: it failed only where it
 * made nothing.
 */
export async function endJobIfDone(
  deps: Pick<Deps, 'clock' | 'payments'>,
  tx: Db,
  ref: JobRef,
  job: Pick<JobRow, 'strings_done'>,
  lastError: StringError | null,
  now: Date,
): Promise<void> {
  if (await hasOpenChunks(tx, ref)) return;
  const hasFailed = job.strings_done === 0 && lastError !== null;
  await updateJob(tx, ref, {
    status: hasFailed ? 'failed' : 'completed',
    error: hasFailed ? lastError : null,
    finishedAt: now,
  });
  await chargeCredits(deps, tx, workOf(ref));
}
