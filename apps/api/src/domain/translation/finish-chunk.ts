import type { Db } from '../../db/client.ts';
import { forgetOldPlans } from '../../db/plan.ts';
import type { Deps } from '../../deps.ts';
import { lockWriters } from '../content/transaction.ts';
import { findLocale } from '../locale/locale.store.ts';
import { getProject } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { meterUsage } from '../usage/meter-usage.ts';
import type { PendingAnswers } from './answer-cache.store.ts';
import { endJobIfDone } from './end-job.ts';
import {
  MEMORY,
  type StringError,
  type StringErrorCode,
  type StringResult,
  sumAmounts,
  tallyResults,
} from './source-string.ts';
import { storeJobValues, type ValueRun } from './store-job-values.ts';
import { toStored } from './stored-result.ts';
import { ENGINE_CODES } from './string-error.ts';
import { type ChunkRow, writeChunk } from './translation-chunk.store.ts';
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
  /** In the order of the chunk's strings. */
  readonly results: readonly StringResult[];
  readonly answers: PendingAnswers | null;
}

/** `stopped`: the job has ended; `stale`: a later attempt has the chunk. Nothing was written then. */
export type FinishOutcome = 'written' | 'stale' | 'stopped';

/**
 * Writes what an attempt has made of a chunk: results, values, counts, usage and the job's progress,
 * all of it or nothing. While strings are deferred the chunk stays open, and keeps what it has.
 */
export async function finishChunk(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  job: JobRow,
  { chunk, results: made, answers }: FinishedChunk,
): Promise<FinishOutcome> {
  const { db, clock } = deps;
  const now = clock.now();
  const ref = refOf(job);
  const projectId = job.kind === 'missing' ? job.project_id : null;
  return db.transaction().execute(async (tx) => {
    await forgetOldPlans(tx);
    if (projectId !== null) await lockWriters(tx, { id: projectId }, { content: 'shared' });
    const current = await lockJob(tx, ref);
    if (current?.status !== 'running') return 'stopped';
    const open = projectId && (await findOpenLocale(tx, projectId, job, chunk.locale));
    const results = projectId !== null && !open ? made.map(refuseClosed) : made;
    const isDone = results.every(({ status }) => status !== 'deferred');
    const stored = { results: results.map(toStored), isDone };
    if (!(await writeChunk(tx, ref, chunk, chunk.attempt, stored))) return 'stale';
    if (!isDone) return 'written';
    if (open) await storeJobValues(tx, current, { ...open, chunk, results, now });
    await answers?.write(tx, now);
    const updated = await settle(tx, current, chunk, results, now);
    await endJobIfDone(deps, tx, ref, updated, lastErrorOf(results));
    return 'written';
  });
}

/** The project and its locale while that may be translated into; null if it is disabled or the project archived. */
async function findOpenLocale(
  tx: Db,
  projectId: ProjectRef,
  { organization_id: organizationId, created_by_id: principalId }: JobRow,
  localeTag: string,
): Promise<Pick<ValueRun, 'project' | 'localeId'> | null> {
  const project = await getProject(
    tx,
    { organizationId, projectIds: null, principalId },
    projectId,
  );
  const locale = await findLocale(tx, projectId, localeTag);
  if (project.archived_at !== null || !locale?.enabled) return null;
  return { project, localeId: locale.id };
}

const refuseClosed = (result: StringResult): StringResult =>
  result.status === 'failed'
    ? result
    : {
        status: 'failed',
        error: {
          code: 'archived',
          message: 'The locale was disabled, or the project was archived.',
        },
      };

function lastErrorOf(results: readonly StringResult[]): StringError | null {
  const failed = results.findLast((result) => result.status === 'failed');
  return failed ? failed.error : null;
}

/** Adds the chunk to the usage and to the job's own sums. */
async function settle(
  tx: Db,
  job: JobRow,
  chunk: ChunkRow,
  results: readonly StringResult[],
  now: Date,
): Promise<JobRow> {
  const strings = chunk.strings.map(({ text, isRepeat = false }) => ({ text, isRepeat }));
  const tally = tallyResults(strings, results);
  await meterUsage(tx, {
    organizationId: job.organization_id,
    projectId: job.project_id,
    sourceLocale: job.source_locale,
    targetLocale: chunk.locale,
    amounts: [...tally].map(([engine, amounts]) => ({ engine, ...amounts })),
    reference: workOf(refOf(job)).reference,
    now,
  });
  const sum = sumAmounts(tally.values());
  const engines = { ...job.engines };
  for (const [engine, amounts] of tally) {
    if (engine !== null && engine !== MEMORY) {
      engines[engine] = (engines[engine] ?? 0) + amounts.strings;
    }
  }
  return updateJob(tx, refOf(job), {
    stringsDone: job.strings_done + sum.strings,
    stringsFailed: job.strings_failed + results.length - sum.strings,
    localeErrors: noteLocale(job.locale_errors, chunk.locale, results),
    units: job.units + sum.units,
    billedUnits: job.billed_units + sum.billedUnits,
    memoryHits: job.memory_hits + sum.memoryHits,
    engines,
  });
}

/**
 * Returns the results of a chunk that hold for its whole locale: an engine made some, or the first failure
 * without an engine. Undefined if that is known.
 */
function noteLocale(
  known: LocaleErrors,
  localeTag: string,
  results: readonly StringResult[],
): LocaleErrors | undefined {
  if (known[localeTag] === null) return undefined;
  const isServed = results.some(
    (result) =>
      result.status === 'translated' && result.engine !== null && result.engine !== MEMORY,
  );
  if (isServed) return { ...known, [localeTag]: null };
  const error = results.flatMap((result) =>
    result.status === 'failed' && OF_LOCALE.has(result.error.code) ? [result.error] : [],
  )[0];
  return error && known[localeTag] === undefined ? { ...known, [localeTag]: error } : undefined;
}

const OF_LOCALE: ReadonlySet<StringErrorCode> = new Set([...ENGINE_CODES, 'archived']);
