import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { MEMORY, meterUsage, sumAmounts } from '../../billing/index.ts';
import { lockWriters } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { type AnswerCache, findLocale, getProject } from '../../project/index.ts';
import { ENGINE_CODES } from '../pipeline/string-error.ts';
import { type StringErrorCode, type StringResult, tallyResults } from '../strings.ts';
import { endJob } from './end-job.ts';
import { storeJobValues, type ValueRun } from './store-job-values.ts';
import { type ChunkRow, hasOpenChunks, writeChunk } from './translation-chunk.store.ts';
import {
  type JobRow,
  type LocaleErrors,
  lockJob,
  refOf,
  updateJob,
  workOf,
} from './translation-job.store.ts';

export interface FinishedChunk {
  readonly chunk: ChunkRow;
  /** Results in the order of the chunk's strings. Null for a string that waits for its engine. */
  readonly results: readonly (StringResult | null)[];
  readonly answers: AnswerCache | null;
  /** Number of calls to engines since the last chunk. */
  readonly calls: number;
}

/**
 * Stores the results of a chunk, its values, the usage and the progress in one transaction. Writes
 * nothing if the job has ended, or if a later attempt has begun. The chunk stays open if some
 * strings still wait for an engine.
 */
export async function finishChunk(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  job: JobRow,
  { chunk, results: made, answers, calls }: FinishedChunk,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const ref = refOf(job);
  const projectId = job.kind === 'missing' ? job.project_id : null;
  await db.transaction().execute(async (tx) => {
    if (projectId !== null) await lockWriters(tx, { id: projectId }, { content: 'shared' });
    const current = await lockJob(tx, ref);
    if (current && calls > 0)
      await updateJob(tx, ref, { engine_calls: current.engine_calls + calls });
    if (current?.status !== 'running') return;
    const open = projectId && (await findOpenLocale(tx, projectId, job, chunk.locale));
    const all = projectId !== null && !open ? made.map(closedResult) : made;
    const results = all.filter((result) => result !== null);
    const isDone = results.length === all.length;
    const isOurs = await writeChunk(tx, ref, chunk, chunk.attempt, { results: all, isDone });
    if (!isOurs || !isDone) return;
    if (open) await storeJobValues(tx, current, { ...open, chunk, results, now });
    await answers?.write(tx, now);
    const updated = await settle(tx, current, chunk, results, now);
    if (await hasOpenChunks(tx, ref)) return;
    const lastFailed = results.findLast((result) => result.status === 'failed');
    await endJob(deps, tx, ref, updated.strings_done === 0 ? (lastFailed?.error ?? null) : null);
  });
}

/**
 * Stores and bills the results that a chunk has so far, because no slice will finish it. The caller has locked the job
 * and, for a job that writes values, the content. Keeps nothing if the locale is disabled or the project is archived.
 */
export async function keepPart(tx: Db, job: JobRow, chunk: ChunkRow, now: Date): Promise<JobRow> {
  const projectId = job.kind === 'missing' ? job.project_id : null;
  const open = projectId && (await findOpenLocale(tx, projectId, job, chunk.locale));
  if (projectId !== null && !open) return job;
  const made = chunk.results ?? [];
  const results = made.filter((result) => result !== null);
  const part = { ...chunk, strings: chunk.strings.filter((_, index) => made[index]) };
  if (open) await storeJobValues(tx, job, { ...open, chunk: part, results, now });
  return settle(tx, job, part, results, now);
}

/**
 * Returns the project of a job and the locale of a chunk. Returns null if the locale is disabled or
 * the project is archived.
 */
async function findOpenLocale(
  tx: Db,
  projectId: ProjectRef,
  { organization_id: organizationId, created_by_id: principalId }: JobRow,
  localeTag: string,
): Promise<Pick<ValueRun, 'project' | 'localeId'> | null> {
  const owner = { organizationId, projectIds: null, principalId };
  const project = await getProject(tx, owner, projectId);
  const locale = await findLocale(tx, projectId, localeTag);
  if (project.archived_at !== null || !locale?.enabled) return null;
  return { project, localeId: locale.id };
}

const CLOSED = 'The locale was disabled, or the project was archived.';

const closedResult = (result: StringResult | null): StringResult =>
  result?.status === 'failed'
    ? result
    : { status: 'failed', error: { code: 'archived', message: CLOSED } };

async function settle(
  tx: Db,
  job: JobRow,
  chunk: ChunkRow,
  results: readonly StringResult[],
  now: Date,
): Promise<JobRow> {
  const tally = tallyResults(chunk.strings, results);
  await meterUsage(tx, {
    organizationId: job.organization_id,
    projectId: job.project_id,
    sourceLocale: job.source_locale,
    targetLocale: chunk.locale,
    amounts: tally,
    reference: workOf(refOf(job)).reference,
    now,
  });
  const sum = sumAmounts(tally);
  const engines = { ...job.engines };
  for (const { engine, strings } of tally) {
    if (engine !== null && engine !== MEMORY) engines[engine] = (engines[engine] ?? 0) + strings;
  }
  return updateJob(tx, refOf(job), {
    strings_done: job.strings_done + sum.strings,
    strings_failed: job.strings_failed + results.length - sum.strings,
    locale_errors: noteLocale(job.locale_errors, chunk.locale, results),
    units: job.units + sum.units,
    billed_units: job.billed_units + sum.billedUnits,
    memory_hits: job.memory_hits + sum.memoryHits,
    engines,
  });
}

/**
 * Records whether an engine has translated a string into the locale. If not, records the first
 * error.
 */
function noteLocale(
  localeErrors: LocaleErrors,
  localeTag: string,
  results: readonly StringResult[],
): LocaleErrors {
  if (localeErrors[localeTag] === null) return localeErrors;
  const isServed = results.some(
    (result) =>
      result.status === 'translated' && result.engine !== null && result.engine !== MEMORY,
  );
  if (isServed) return { ...localeErrors, [localeTag]: null };
  const error = results.flatMap((result) =>
    result.status === 'failed' && OF_LOCALE.has(result.error.code) ? [result.error] : [],
  )[0];
  return error && localeErrors[localeTag] === undefined
    ? { ...localeErrors, [localeTag]: error }
    : localeErrors;
}

const OF_LOCALE: ReadonlySet<StringErrorCode> = new Set([...ENGINE_CODES, 'archived']);
