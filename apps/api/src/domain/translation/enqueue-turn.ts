import type { Db } from '../../db/client.ts';
import type { Tasks } from '../../deps.ts';
import { countJobsBefore, type JobRef } from './translation-job.store.ts';

/** Beyond so many jobs of one organization the rest are equally late. */
const MAX_RANK = 100;

/**
 * Enqueues a turn of a job, in the caller's transaction. Where jobs wait for workers, the first job of
 * every organization goes before anyone's second: so a hundred jobs of one do not delay the other's.
 */
export async function enqueueTurn(
  tx: Db,
  tasks: Tasks,
  ref: JobRef,
  turn: number,
  delayMs = 0,
): Promise<void> {
  const rank = await countJobsBefore(tx, ref, MAX_RANK);
  await tasks.enqueue(
    tx,
    'translate-job',
    { organizationId: ref.organizationId, jobId: ref.jobId, turn },
    { priority: 0 - rank, ...(delayMs > 0 ? { delaySeconds: delayMs / 1000 } : {}) },
  );
}
