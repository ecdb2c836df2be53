import type { TranslationError } from '@parlance/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type {
  TranslationJobKind,
  TranslationJobStatus,
  TranslationJobTable,
} from '../../../db/schema.generated.ts';
import type { TaskPayloads } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import type { WorkRef } from '../../billing/index.ts';
import {
  type Actor,
  type Owner,
  type OwnerRef,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
  trustedOwner,
  trustedProject,
} from '../../kernel/index.ts';
import type { JobOptions, TranslationWork } from '../session.ts';
import type { StringError, StringErrorCode } from '../strings.ts';

/**
 * The error of each locale in which all strings failed. Null for a locale with a translated string.
 */
export type LocaleErrors = Readonly<Record<string, StringError | null>>;

interface TypedColumns {
  organization_id: OwnerRef;
  project_id: ProjectRef | null;
  options: JobOptions;
  engines: Record<string, number>;
  error_code: StringErrorCode | null;
  error_params: TranslationError['params'] | null;
  locale_errors: LocaleErrors;
}

type Columns = Selectable<TranslationJobTable>;

export type JobRow = Omit<Columns, keyof TypedColumns> & TypedColumns;

const toJob = (row: Columns): JobRow => ({
  ...(row as JobRow),
  organization_id: trustedOwner(row.organization_id),
  project_id: row.project_id === null ? null : trustedProject(row.project_id),
});

export interface JobRef {
  readonly organizationId: OwnerRef;
  readonly jobId: string;
}

export const refOf = (job: JobRow): JobRef => ({
  organizationId: job.organization_id,
  jobId: job.id,
});

export async function insertJob(
  tx: Db,
  job: Omit<TranslationWork, 'organizationId'> & {
    readonly ref: JobRef;
    readonly kind: TranslationJobKind;
    readonly actor: Actor;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('translation_job')
    .values({
      organization_id: job.ref.organizationId,
      id: job.ref.jobId,
      kind: job.kind,
      project_id: job.projectId,
      source_locale: job.sourceLocale,
      options: JSON.stringify(job.options),
      strings_total: 0,
      created_by_type: job.actor.type,
      created_by_id: job.actor.id,
      created_by_name: job.actor.name,
      created_at: job.now,
    })
    .execute();
}

export const isOver = ({ status }: Pick<JobRow, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

export const workOf = ({ organizationId, jobId }: JobRef): WorkRef => ({
  organizationId,
  reference: { type: 'translation_job', id: jobId },
});

/**
 * SQL condition for the jobs of an organization that the caller may see. An API key that is limited
 * to projects sees their jobs and the jobs that it has created.
 */
export const isSeenBy = ({ projectIds, principalId }: Owner) => sql<boolean>`(
  ${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[])
  or created_by_type = 'api_key' and created_by_id = ${principalId}::uuid)`;

const selectJobs = (db: Db, owner: Owner) =>
  db
    .selectFrom('translation_job')
    .where('organization_id', '=', owner.organizationId)
    .where(isSeenBy(owner))
    .selectAll();

/** @throws `not_found` */
export async function getJob(db: Db, owner: Owner, jobId: string): Promise<JobRow> {
  const row = await selectJobs(db, owner).where('id', '=', jobId).executeTakeFirst();
  return row ? toJob(row) : fail('not_found', 'The job does not exist.');
}

export async function listJobs(
  db: Db,
  owner: Owner,
  page: PageQuery & { status?: TranslationJobStatus; projectId?: string },
): Promise<Page<JobRow>> {
  let query = selectJobs(db, owner);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId);
  const found = await pageById(query, page, 'desc');
  return { ...found, rows: found.rows.map(toJob) };
}

const selectJob = (db: Db, { organizationId, jobId }: JobRef) =>
  db
    .selectFrom('translation_job')
    .where('organization_id', '=', organizationId)
    .where('id', '=', jobId);

export async function lockJob(tx: Db, ref: JobRef): Promise<JobRow | null> {
  const row = await selectJob(tx, ref).selectAll().forNoKeyUpdate().executeTakeFirst();
  return row ? toJob(row) : null;
}

/**
 * Locks the job of a slice until the transaction ends. Returns null if a later slice was enqueued
 * already.
 */
export async function lockSlice(
  tx: Db,
  { organizationId, jobId, slice }: TaskPayloads['translate-job'],
): Promise<JobRow | null> {
  const job = await lockJob(tx, { organizationId: trustedOwner(organizationId), jobId });
  return job?.slice === slice ? job : null;
}

export async function findJobStatus(db: Db, ref: JobRef): Promise<TranslationJobStatus | null> {
  const row = await selectJob(db, ref).select('status').executeTakeFirst();
  return row?.status ?? null;
}

export async function updateJob(
  tx: Db,
  { organizationId, jobId }: JobRef,
  change: Partial<JobRow>,
): Promise<JobRow> {
  const row = await tx
    .updateTable('translation_job')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}

/**
 * Counts the unfinished jobs of an organization that were created before this job. Stops at
 * `limit`.
 */
export async function countJobsBefore(
  db: Db,
  { organizationId, jobId }: JobRef,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from translation_job
      where organization_id = ${organizationId}::uuid and id < ${jobId}::uuid
        and status in ('queued', 'running')
      limit ${limit}) older`.execute(db);
  return rows[0]!.count;
}

/**
 * Stores the engine that a job uses for a locale, unless an engine is stored. Returns the stored
 * engine.
 */
export async function keepJobEngine(
  db: Db,
  ref: JobRef,
  localeTag: string,
  engineId: string,
): Promise<string> {
  const { rows } = await sql<{ engine: string }>`
    insert into translation_job_locale as l (organization_id, job_id, locale, engine)
    values (${ref.organizationId}::uuid, ${ref.jobId}::uuid, ${localeTag}, ${engineId})
    on conflict (organization_id, job_id, locale)
    do update set engine = coalesce(l.engine, excluded.engine)
    returning l.engine`.execute(db);
  return rows[0]!.engine;
}

/**
 * Stores the shapes of code words in the project of a job, unless an earlier slice has stored them.
 * Returns the stored shapes.
 */
export async function keepCodeShapes(
  db: Db,
  { organizationId, jobId }: JobRef,
  shapes: readonly string[],
): Promise<readonly string[]> {
  const found = JSON.stringify({ codeShapes: shapes });
  const { rows } = await sql<{ options: JobOptions }>`
    update translation_job set options = ${found}::jsonb || options
    where organization_id = ${organizationId}::uuid and id = ${jobId}::uuid
    returning options`.execute(db);
  return rows[0]?.options.codeShapes ?? shapes;
}
