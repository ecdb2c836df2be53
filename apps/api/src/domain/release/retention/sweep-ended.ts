import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { daysEnding, withCurrentAccount } from '../../billing/index.ts';
import { IDEMPOTENCY_KEPT_MS } from '../../kernel/index.ts';
import { ANSWER_KEPT_MS } from '../../project/index.ts';
import { DAY_MS, INVITATION_KEPT_MS, JOB_RESULTS_KEPT_MS, MAIL_TOKEN_KEPT_MS } from './ages.ts';
import { forOrganizations, repeat } from './in-batches.ts';
import {
  deleteEnded,
  deleteJobRows,
  type Ended,
  endedMailTokens,
  endedRateWindows,
  endedSessions,
  expiredStagedImports,
  goneComments,
  type IdPage,
  listJobsWithOldResults,
  listOrganizationsWithExpiredReservations,
  listOrganizationsWithOldAnswers,
  markResultsDropped,
  oldAnswers,
  oldDeliveries,
  oldIdempotencyRecords,
  oldInvitations,
  oldNotifications,
  oldProgress,
  oldReads,
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

/** Numbers of deleted rows. `jobResults` counts jobs, and `creditAccounts` counts organizations. */
export interface Swept {
  sessions: number;
  mailTokens: number;
  idempotencyRecords: number;
  rateWindows: number;
  invitations: number;
  deliveries: number;
  notifications: number;
  comments: number;
  reads: number;
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
    deliveries: await sweep(oldDeliveries(ago(LIMITS.webhookDeliveryDays * DAY_MS))),
    notifications: await sweep(oldNotifications(ago(LIMITS.notificationDays * DAY_MS))),
    comments: await sweep(goneComments(ago(DAY_MS))),
    reads: await sweep(oldReads(ago(2 * DAY_MS))),
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
