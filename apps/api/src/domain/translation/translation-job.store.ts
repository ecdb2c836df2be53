import type { Formality, JobInclude, MessageFormat } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { TranslationJobKind, TranslationJobStatus } from '../../db/schema.generated.ts';
import { fail } from '../../errors.ts';
import type { WorkRef } from '../billing/reservation.store.ts';
import { type Page, type PageQuery, pageOf } from '../paging.ts';
import type { Actor, Owner } from '../principal.ts';
import { type OwnerRef, type ProjectRef, trustedOwner, trustedProject } from '../tenant.ts';
import type { ErrorParams, StringError, StringErrorCode } from './source-string.ts';

/** Input of a job, as it was then. */
export interface JobOptions {
  messageFormat: MessageFormat;
  /** Named by the request, and by the project's settings. */
  requestedEngine: string | null;
  projectEngine: string | null;
  context: string | null;
  /** Null: as engines do. Jobs from before there was one have none. */
  formality?: Formality | null;
  /** Which values of the project; jobs from before there was a choice have none, and are for the missing ones. */
  include?: readonly JobInclude[];
  /** Jobs from before they were recorded have none. */
  targetLocales?: readonly string[];
  /** Which projects' earlier translations it may use: null in `projectIds` is all; null is none. */
  memory: { projectIds: readonly string[] | null } | null;
}

/** By locale: why no engine translated into it; null once one has. */
export type LocaleErrors = Readonly<Record<string, StringError | null>>;

/** Defaults of a job of a project. */
export const DEFAULT_INCLUDE: readonly JobInclude[] = ['missing'];

export const includeOf = ({ include = DEFAULT_INCLUDE }: JobOptions): readonly JobInclude[] =>
  include;

export interface JobRow {
  organization_id: OwnerRef;
  id: string;
  kind: TranslationJobKind;
  project_id: ProjectRef | null;
  source_locale: string;
  options: JobOptions;
  status: TranslationJobStatus;
  turn: number;
  strings_total: number;
  strings_done: number;
  strings_failed: number;
  units: number;
  billed_units: number;
  memory_hits: number;
  engines: Record<string, number>;
  error_code: StringErrorCode | null;
  error_message: string | null;
  error_params: ErrorParams | null;
  locale_errors: LocaleErrors;
  created_by_type: Actor['type'];
  created_by_id: string;
  created_by_name: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** When its strings and results went, being old. */
  results_dropped_at: Date | null;
}

const JOB_COLUMNS = [
  'organization_id',
  'id',
  'kind',
  'project_id',
  'source_locale',
  'options',
  'status',
  'turn',
  'strings_total',
  'strings_done',
  'strings_failed',
  'units',
  'billed_units',
  'memory_hits',
  'engines',
  'error_code',
  'error_message',
  'error_params',
  'locale_errors',
  'created_by_type',
  'created_by_id',
  'created_by_name',
  'created_at',
  'started_at',
  'finished_at',
  'results_dropped_at',
] as const;

/** Returns a row as read: the service wrote its project and its JSON columns. */
function toJob(row: {
  readonly organization_id: string;
  readonly project_id: string | null;
}): JobRow {
  const { organization_id: organizationId, project_id: projectId } = row;
  return {
    ...(row as JobRow),
    organization_id: trustedOwner(organizationId),
    project_id: projectId === null ? null : trustedProject(projectId),
  };
}

/** Which job: its organization comes first in every index. */
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
  job: {
    ref: JobRef;
    kind: TranslationJobKind;
    projectId: ProjectRef | null;
    sourceLocale: string;
    options: JobOptions;
    actor: Actor;
    now: Date;
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

/** Purpose of the job's credits. */
export const workOf = ({ organizationId, jobId }: JobRef): WorkRef => ({
  organizationId,
  reference: { type: 'translation_job', id: jobId },
});

/** Sets how many strings × targets a new job has; where there are none, it is completed. */
export async function setJobTotal(
  tx: Db,
  ref: JobRef,
  stringsTotal: number,
  now: Date,
): Promise<void> {
  const ended = { status: 'completed', started_at: now, finished_at: now } as const;
  await tx
    .updateTable('translation_job')
    .set({ strings_total: stringsTotal, ...(stringsTotal === 0 ? ended : {}) })
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.jobId)
    .execute();
}

/** True in SQL for the jobs of `organizationId` that the owner sees: a bound key, its projects' and its own. */
export const isSeenBy = ({ projectIds, principalId }: Owner) => sql<boolean>`(
  ${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[])
  or created_by_type = 'api_key' and created_by_id = ${principalId}::uuid)`;

const selectJobs = (db: Db, owner: Owner) =>
  db
    .selectFrom('translation_job')
    .where('organization_id', '=', owner.organizationId)
    .where(isSeenBy(owner))
    .select(JOB_COLUMNS);

/** @throws `not_found` */
export async function getJob(db: Db, owner: Owner, jobId: string): Promise<JobRow> {
  const row = await selectJobs(db, owner).where('id', '=', jobId).executeTakeFirst();
  return row ? toJob(row) : fail('not_found', 'The job does not exist.');
}

/** Newest first. */
export async function listJobs(
  db: Db,
  owner: Owner,
  page: PageQuery & { status?: TranslationJobStatus; projectId?: string },
): Promise<Page<JobRow>> {
  let query = selectJobs(db, owner);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId);
  if (page.after !== null) query = query.where('id', '<', page.after);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows.map(toJob), page.limit, (row) => row.id);
}

/** The job, locked until the transaction ends; null where there is none. */
export async function lockJob(tx: Db, ref: JobRef): Promise<JobRow | null> {
  const row = await tx
    .selectFrom('translation_job')
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.jobId)
    .select(JOB_COLUMNS)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toJob(row) : null;
}

export async function findJobStatus(db: Db, ref: JobRef): Promise<TranslationJobStatus | null> {
  const row = await db
    .selectFrom('translation_job')
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.jobId)
    .select('status')
    .executeTakeFirst();
  return row?.status ?? null;
}

export interface JobChange {
  status?: TranslationJobStatus;
  turn?: number;
  stringsDone?: number;
  stringsFailed?: number;
  units?: number;
  billedUnits?: number;
  memoryHits?: number;
  engines?: Record<string, number>;
  error?: StringError | null;
  localeErrors?: LocaleErrors;
  startedAt?: Date;
  finishedAt?: Date;
}

export async function updateJob(tx: Db, ref: JobRef, change: JobChange): Promise<JobRow> {
  const { error, engines, localeErrors } = change;
  const row = await tx
    .updateTable('translation_job')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.turn === undefined ? {} : { turn: change.turn }),
      ...(change.stringsDone === undefined ? {} : { strings_done: change.stringsDone }),
      ...(change.stringsFailed === undefined ? {} : { strings_failed: change.stringsFailed }),
      ...(change.units === undefined ? {} : { units: change.units }),
      ...(change.billedUnits === undefined ? {} : { billed_units: change.billedUnits }),
      ...(change.memoryHits === undefined ? {} : { memory_hits: change.memoryHits }),
      ...(engines === undefined ? {} : { engines: JSON.stringify(engines) }),
      ...(localeErrors === undefined ? {} : { locale_errors: JSON.stringify(localeErrors) }),
      ...(error === undefined
        ? {}
        : {
            error_code: error?.code ?? null,
            error_message: error?.message ?? null,
            error_params: error?.params ? JSON.stringify(error.params) : null,
          }),
      ...(change.startedAt === undefined ? {} : { started_at: change.startedAt }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
    })
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.jobId)
    .returning(JOB_COLUMNS)
    .executeTakeFirstOrThrow();
  return toJob(row);
}

/** Number of unfinished jobs of the organization that are older than this one, up to `limit`. */
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

/** The engine that the job keeps for a locale; undefined before it was chosen. */
export async function findJobEngine(
  db: Db,
  ref: JobRef,
  localeTag: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('translation_job_locale')
    .where('organization_id', '=', ref.organizationId)
    .where('job_id', '=', ref.jobId)
    .where('locale', '=', localeTag)
    .select('engine')
    .executeTakeFirst();
  return row?.engine;
}

/** Records the engine for a locale unless one was chosen before; answers with the one that counts. */
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
