import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { chargeCredits } from '../../billing/index.ts';
import { announceEvent } from '../../kernel/index.ts';
import type { StringError } from '../strings.ts';
import { type JobRef, type JobRow, updateJob, workOf } from './translation-job.store.ts';

/**
 * Ends a locked translation job and charges for its results. If there is an error, the job counts
 * as failed.
 */
export async function endJob(
  deps: Pick<Deps, 'clock' | 'payments'>,
  tx: Db,
  ref: JobRef,
  error: StringError | null,
): Promise<void> {
  const now = deps.clock.now();
  const job = await updateJob(tx, ref, {
    status: error ? 'failed' : 'completed',
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    error_params: error?.params ?? null,
    finished_at: now,
  });
  await announceEnd(tx, job, now);
  await chargeCredits(deps, tx, workOf(ref));
}

/** Announces to webhooks that a job has ended. */
export const announceEnd = (tx: Db, job: JobRow, at: Date): Promise<void> =>
  announceEvent(tx, {
    organizationId: job.organization_id,
    projectId: job.project_id,
    event: job.status === 'failed' ? 'job.failed' : 'job.completed',
    at,
    facts: {
      actor: { type: job.created_by_type, id: job.created_by_id, name: job.created_by_name },
      jobId: job.id,
      locales: job.options.targetLocales ?? null,
      counts: { strings: job.strings_total, done: job.strings_done, failed: job.strings_failed },
    },
  });
