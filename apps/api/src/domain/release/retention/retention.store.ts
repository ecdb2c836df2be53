import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { firstIdAt } from '../../../db/ids/uuid.ts';
import { isPicked, pickRows } from '../../../db/statements/pick-rows.ts';
import type { OwnerRef } from '../../kernel/index.ts';

export interface Ended {
  readonly table:
    | 'session'
    | 'mail_token'
    | 'idempotency_record'
    | 'rate_window'
    | 'invitation'
    | 'engine_answer'
    | 'staged_import'
    | 'daily_progress'
    | 'webhook_delivery'
    | 'notification'
    | 'comment'
    | 'bundle_read';
  readonly condition: RawBuilder<unknown>;
}

export const endedSessions = (now: Date): Ended => ({
  table: 'session',
  condition: sql`expires_at <= ${now}`,
});

/** Selects tokens that are used, invalid or expired, and that were created before `before`. */
export const endedMailTokens = (before: Date, now: Date): Ended => ({
  table: 'mail_token',
  condition: sql`created_at < ${before}
    and (used_at is not null or voided_at is not null or expires_at <= ${now})`,
});

export const oldIdempotencyRecords = (before: Date): Ended => ({
  table: 'idempotency_record',
  condition: sql`created_at < ${before}`,
});

export const endedRateWindows = (now: Date): Ended => ({
  table: 'rate_window',
  condition: sql`ends_at <= ${now}`,
});

export const oldInvitations = (before: Date): Ended => ({
  table: 'invitation',
  condition: sql`created_at < ${before}`,
});

export const oldDeliveries = (before: Date): Ended => ({
  table: 'webhook_delivery',
  condition: sql`created_at < ${before} and status <> 'pending'`,
});

export const oldNotifications = (before: Date): Ended => ({
  table: 'notification',
  condition: sql`created_at < ${before}`,
});

/** Selects deleted comments without replies. Event streams have already reported their deletion. */
export const goneComments = (before: Date): Ended => ({
  table: 'comment',
  condition: sql`text is null and answers_count = 0
    and event_id < ${firstIdAt(before.getTime())}::uuid`,
});

/** Selects old counts of requests for bundles. The service shows only the counts of the last 24 hours. */
export const oldReads = (before: Date): Ended => ({
  table: 'bundle_read',
  condition: sql`hour < ${before}`,
});

export const expiredStagedImports = (now: Date): Ended => ({
  table: 'staged_import',
  condition: sql`expires_at <= ${now}`,
});

/**
 * Selects the rows before `day` whose figures do not apply to `day`. The figures of a row apply
 * until the next row of the locale.
 */
export const oldProgress = (day: string): Ended => ({
  table: 'daily_progress',
  condition: sql`day < ${day}::date and exists (
    select from daily_progress n
    where n.project_id = daily_progress.project_id and n.locale_id = daily_progress.locale_id
      and n.day > daily_progress.day and n.day <= ${day}::date)`,
});

export const oldAnswers = (organizationId: OwnerRef, until: Date): Ended => ({
  table: 'engine_answer',
  condition: sql`organization_id = ${organizationId}::uuid and ${isOldAnswer(until)}`,
});

const isOldAnswer = (until: Date) => sql`created_at <= ${until}`;

/**
 * Deletes up to `limit` rows that are no longer needed. Skips locked rows.
 * @returns the number of deleted rows
 */
export async function deleteEnded(db: Db, ended: Ended, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${pickRows(ended.table, limit, ended.condition)}
    delete from ${sql.table(ended.table)} where ${isPicked}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface IdPage {
  readonly after: string;
  readonly limit: number;
}

export const listOrganizationsWithOldAnswers = (
  db: Db,
  until: Date,
  page: IdPage,
): Promise<string[]> => listOrganizationsWith(db, 'engine_answer', isOldAnswer(until), page);

export const listOrganizationsWithExpiredReservations = (
  db: Db,
  now: Date,
  page: IdPage,
): Promise<string[]> =>
  listOrganizationsWith(db, 'credit_reservation', sql`expires_at <= ${now}`, page);

async function listOrganizationsWith(
  db: Db,
  table: 'engine_answer' | 'credit_reservation',
  condition: RawBuilder<unknown>,
  { after, limit }: IdPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organization o
    where o.id > ${after}::uuid and exists (
      select from ${sql.table(table)} where organization_id = o.id and ${condition})
    order by o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface EndedJob {
  organization_id: string;
  id: string;
}

/**
 * Lists translation jobs that ended before `before` and still have strings or results, oldest
 * first.
 */
export async function listJobsWithOldResults(
  db: Db,
  before: Date,
  limit: number,
): Promise<EndedJob[]> {
  return db
    .selectFrom('translation_job')
    .where('finished_at', '<', before)
    .where('results_dropped_at', 'is', null)
    .select(['organization_id', 'id'])
    .orderBy('finished_at')
    .limit(limit)
    .execute();
}

/**
 * Deletes up to `limit` rows with strings or results of a translation job.
 * @returns the number of deleted rows
 */
export async function deleteJobRows(
  db: Db,
  table: 'translation_chunk' | 'translation_source',
  job: EndedJob,
  limit: number,
): Promise<number> {
  const isOfJob = sql`organization_id = ${job.organization_id}::uuid and job_id = ${job.id}::uuid`;
  const { numAffectedRows } = await sql`
    with ${pickRows(table, limit, isOfJob)}
    delete from ${sql.table(table)} where ${isPicked}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function markResultsDropped(db: Db, job: EndedJob, now: Date): Promise<void> {
  await db
    .updateTable('translation_job')
    .set({ results_dropped_at: now })
    .where('organization_id', '=', job.organization_id)
    .where('id', '=', job.id)
    .execute();
}
