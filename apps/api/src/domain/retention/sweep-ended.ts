import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { NIL_ID } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { withCurrentAccount } from '../billing/credit-account.ts';
import { ANSWER_KEPT_MS } from '../engine/answer-cache.store.ts';
import { IDEMPOTENCY_KEPT_MS } from '../idempotency/idempotency.store.ts';
import { type OwnerRef, trustedOwner } from '../tenant.ts';
import { daysEnding } from '../usage/day-range.ts';
import { INVITATION_KEPT_MS, JOB_RESULTS_KEPT_MS, MAIL_TOKEN_KEPT_MS } from './ages.ts';
import {
  deleteEnded,
  deleteJobRows,
  type Ended,
  endedMailTokens,
  endedRateWindows,
  endedSessions,
  expiredStagedImports,
  type IdPage,
  listJobsWithOldResults,
  listOrganizationsWithExpiredReservations,
  listOrganizationsWithOldAnswers,
  markResultsDropped,
  oldAnswers,
  oldIdempotencyRecords,
  oldInvitations,
  oldProgress,
} from './retention.store.ts';

/** Number of rows that one statement deletes. The limit keeps locks short. */
const BATCH_ROWS = 1_000;
/**
 * Number of rows of translation jobs that one statement deletes. It is small, because each row
 * contains hundreds of strings.
 */
const BATCH_JOB_ROWS = 100;
const BATCH_JOBS = 100;
/**
 * Number of staged imports that one statement deletes. It is small, because a staged import can
 * have thousands of chunks.
 */
const BATCH_STAGED_IMPORTS = 4;
const BATCH_ORGANIZATIONS = 100;

/** Numbers of deleted rows. `jobResults` counts jobs, and `creditAccounts` counts organizations. */
export interface Swept {
  sessions: number;
  mailTokens: number;
  idempotencyRecords: number;
  rateWindows: number;
  invitations: number;
  stagedImports: number;
  progressDays: number;
  jobResults: number;
  engineAnswers: number;
  creditAccounts: number;
}

/**
 * Deletes rows that are no longer needed. Each batch has its own transaction, so the task can stop
 * after any batch. The task queue deletes its own completed tasks.
 */
export async function sweepEnded(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  signal: AbortSignal,
): Promise<Swept> {
  const { db, clock } = deps;
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const sweep = (ended: Ended): Promise<number> =>
    repeat(() => deleteEnded(db, ended, BATCH_ROWS), BATCH_ROWS, signal);
  return {
    sessions: await sweep(endedSessions(now)),
    mailTokens: await sweep(endedMailTokens(ago(MAIL_TOKEN_KEPT_MS), now)),
    idempotencyRecords: await sweep(oldIdempotencyRecords(ago(IDEMPOTENCY_KEPT_MS))),
    rateWindows: await sweep(endedRateWindows(now)),
    invitations: await sweep(oldInvitations(ago(INVITATION_KEPT_MS))),
    stagedImports: await repeat(
      () => deleteEnded(db, expiredStagedImports(now), BATCH_STAGED_IMPORTS),
      BATCH_STAGED_IMPORTS,
      signal,
    ),
    progressDays: await sweep(oldProgress(daysEnding(now, LIMITS.progressDays).from)),
    jobResults: await repeat(
      () => dropResults(db, { before: ago(JOB_RESULTS_KEPT_MS), now }, signal),
      BATCH_JOBS,
      signal,
    ),
    engineAnswers: await sweepAnswers(db, ago(ANSWER_KEPT_MS), signal),
    creditAccounts: await endReservations(deps, now, signal),
  };
}

async function sweepAnswers(db: Db, until: Date, signal: AbortSignal): Promise<number> {
  const list = (page: IdPage) => listOrganizationsWithOldAnswers(db, until, page);
  let sum = 0;
  await forOrganizations(list, signal, async (id) => {
    const deleteSome = () => deleteEnded(db, oldAnswers(id, until), BATCH_ROWS);
    sum += await repeat(deleteSome, BATCH_ROWS, signal);
  });
  return sum;
}

/**
 * Ends expired reservations of credits in organizations without current requests. If a process was
 * killed, charges the units that it had counted until then.
 */
async function endReservations(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const list = (page: IdPage) => listOrganizationsWithExpiredReservations(deps.db, now, page);
  let sum = 0;
  await forOrganizations(list, signal, async (id) => {
    await deps.db
      .transaction()
      .execute((tx) => withCurrentAccount(deps, tx, id, async () => undefined));
    sum++;
  });
  return sum;
}

async function forOrganizations(
  list: (page: IdPage) => Promise<string[]>,
  signal: AbortSignal,
  work: (organizationId: OwnerRef) => Promise<void>,
): Promise<void> {
  for (let after = NIL_ID; !signal.aborted; ) {
    const ids = await list({ after, limit: BATCH_ORGANIZATIONS });
    for (const id of ids) {
      if (signal.aborted) return;
      await work(trustedOwner(id));
    }
    if (ids.length < BATCH_ORGANIZATIONS) return;
    after = ids.at(-1)!;
  }
}

/**
 * Deletes the strings and results of old translation jobs.
 * @returns the number of these jobs
 */
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

/**
 * Repeats `batch` until a batch is not full or the signal aborts.
 * @returns the sum of all results
 */
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
