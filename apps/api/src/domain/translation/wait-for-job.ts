import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import type { Owner } from '../principal.ts';
import { getJob, type JobRow } from './translation-job.store.ts';

/** A small job is done in less; a long wait costs few queries. */
const FIRST_LOOK_MS = 25;
const SLOWEST_LOOK_MS = 500;

export const isOver = ({ status }: Pick<JobRow, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

/** The job once it has ended, or as it stands after `waitMs`. @throws `not_found` */
export async function waitForJob(
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  jobId: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<JobRow> {
  const until = performance.now() + waitMs;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * 1.5, SLOWEST_LOOK_MS)) {
    const job = await getJob(db, owner, jobId);
    const leftMs = until - performance.now();
    if (isOver(job) || leftMs <= 0 || signal.aborted) return job;
    await delay(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => {});
  }
}
