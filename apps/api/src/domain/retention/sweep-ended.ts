import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { KEPT_MS as IDEMPOTENCY_KEPT_MS } from '../idempotency/idempotency.store.ts';
import { JOB_RESULTS_KEPT_MS, MAIL_TOKEN_KEPT_MS } from './ages.ts';
import {
  deleteEnded,
  deleteJobRows,
  type Ended,
  listJobsWithOldResults,
  markResultsDropped,
} from './retention.store.ts';

/** Rows of one statement: it holds its locks for some milliseconds. */
const BATCH_ROWS = 1_000;
/** Strings and results of jobs are some hundred in a row. */
const BATCH_JOB_ROWS = 100;
const BATCH_JOBS = 100;

/** How many rows went, by what they were; `jobResults` counts jobs. */
export interface Swept {
  sessions: number;
  mailTokens: number;
  idempotencyRecords: number;
  rateWindows: number;
  jobResults: number;
}

/**
 * Deletes what has ended and is of no use any more, in batches with a transaction each, so that it can
 * stop between any two and go on the next time. Finished tasks are not among it: the queue deletes
 * its own.
 */
export async function sweepEnded(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<Swept> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const sweep = (ended: Ended): Promise<number> =>
    repeat(() => deleteEnded(db, ended, BATCH_ROWS), BATCH_ROWS, signal);
  return {
    sessions: await sweep({ table: 'session', condition: sql`expires_at <= ${now}` }),
    mailTokens: await sweep({
      table: 'mail_token',
      condition: sql`created_at < ${ago(MAIL_TOKEN_KEPT_MS)}
        and (used_at is not null or voided_at is not null or expires_at <= ${now})`,
    }),
    idempotencyRecords: await sweep({
      table: 'idempotency_record',
      condition: sql`created_at < ${ago(IDEMPOTENCY_KEPT_MS)}`,
    }),
    rateWindows: await sweep({ table: 'rate_window', condition: sql`ends_at <= ${now}` }),
    jobResults: await repeat(
      () => dropResults(db, { before: ago(JOB_RESULTS_KEPT_MS), now }, signal),
      BATCH_JOBS,
      signal,
    ),
  };
}

/** Drops the strings and results of some jobs. @returns of how many. */
async function dropResults(
  db: Db,
  age: { before: Date; now: Date },
  signal: AbortSignal,
): Promise<number> {
  let dropped = 0;
  for (const job of await listJobsWithOldResults(db, age.before, BATCH_JOBS)) {
    for (const table of ['translation_chunk', 'translation_source'] as const) {
      const deleteSome = (): Promise<number> => deleteJobRows(db, table, job, BATCH_JOB_ROWS);
      await repeat(deleteSome, BATCH_JOB_ROWS, signal);
    }
    if (signal.aborted) return dropped;
    await markResultsDropped(db, job, age.now);
    dropped++;
  }
  return dropped;
}

/** Runs a batch again until one is not full, or it is time to stop. @returns the sum. */
async function repeat(
  batch: () => Promise<number>,
  fullBatch: number,
  signal: AbortSignal,
): Promise<number> {
  let sum = 0;
  while (!signal.aborted) {
    const count = await batch();
    sum += count;
    if (count < fullBatch) break;
  }
  return sum;
}
