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
): Promise<void> {
  if (await hasOpenChunks(tx, ref)) return;
  await endJob(deps, tx, ref, job.strings_done === 0 ? lastError : null);
}

/** Ends the locked job, as failed if there is an error, and charges for what it made. */
export async function endJob(
  deps: Pick<Deps, 'clock' | 'payments'>,
  tx: Db,
  ref: JobRef,
  error: StringError | null,
): Promise<void> {
  const status = error ? 'failed' : 'completed';
  await updateJob(tx, ref, { status, error, finishedAt: deps.clock.now() });
  await chargeCredits(deps, tx, workOf(ref));
}
