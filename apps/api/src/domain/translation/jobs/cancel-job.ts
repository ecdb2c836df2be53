import type { Db } from '../../../db/client.ts';
import type { Deps, TaskPayloads } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { chargeCredits } from '../../billing/index.ts';
import { lockWriters } from '../../content/index.ts';
import type { Owner } from '../../kernel/index.ts';
import type { StringError } from '../strings.ts';
import { endJob } from './end-job.ts';
import { keepPart } from './finish-chunk.ts';
import { listPartialChunks } from './translation-chunk.store.ts';
import {
  getJob,
  isOver,
  type JobRow,
  lockJob,
  lockSlice,
  refOf,
  updateJob,
  workOf,
} from './translation-job.store.ts';

/**
 * Cancels a translation job. Keeps and bills its translations, including the translations of a
 * chunk in which other strings still wait for an engine. No more results are written or billed
 * afterwards.
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
    job = await keepParts(tx, job, now);
    const cancelled = await updateJob(tx, ref, { status: 'cancelled', finished_at: now });
    await chargeCredits(deps, tx, workOf(ref));
    return cancelled;
  });
}

/** Stores and bills the results of all chunks that are not done. The caller has locked what {@link keepPart} needs. */
async function keepParts(tx: Db, locked: JobRow, now: Date): Promise<JobRow> {
  let job = locked;
  for (const chunk of await listPartialChunks(tx, refOf(job))) {
    job = await keepPart(tx, job, chunk, now);
  }
  return job;
}

/**
 * Ends a running job with an error. Keeps and bills the finished translations. If `slice` is given,
 * does nothing if a later slice was enqueued.
 */
export async function stopJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  job: JobRow,
  error: StringError,
  slice?: number,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    if (job.kind === 'missing' && job.project_id !== null)
      await lockWriters(tx, { id: job.project_id }, { content: 'shared' });
    const current = await lockJob(tx, refOf(job));
    if (!current || isOver(current) || (slice ?? current.slice) !== current.slice) return;
    await keepParts(tx, current, clock.now());
    await endJob(deps, tx, refOf(job), error);
  });
}

/** Ends the job of a slice that failed too often. Keeps and bills what the job has translated. */
export async function giveUpJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
  payload: TaskPayloads['translate-job'],
  message: string,
): Promise<void> {
  const { db, log } = deps;
  const error = { code: 'internal', message } as const;
  const job = await db.transaction().execute((tx) => lockSlice(tx, payload));
  if (!job) return;
  try {
    await stopJob(deps, job, error, payload.slice);
  } catch (cause) {
    // The job must end even if the slice failed because its results cannot be stored.
    log.warn({ err: cause }, 'failed to keep the results of a job');
    await db.transaction().execute(async (tx) => {
      const current = await lockSlice(tx, payload);
      if (current && !isOver(current)) await endJob(deps, tx, refOf(current), error);
    });
  }
}
