import type { Db } from '../../db/client.ts';
import { forgetOldPlans } from '../../db/plan.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { insertChange } from '../change/change.store.ts';
import { lockContent } from '../content-lock.ts';
import { settleUsage } from '../usage/settle-usage.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/value-count.store.ts';
import { insertValues, type ValueWrite } from '../value/value-writes.store.ts';
import type { PendingAnswers } from './answer-cache.store.ts';
import { endJobIfDone } from './end-job.ts';
import { findLivingKeys, findOpenLocale } from './missing-values.store.ts';
import {
  MEMORY,
  type StringError,
  type StringResult,
  sumAmounts,
  tallyResults,
} from './source-string.ts';
import { toStored } from './stored-result.ts';
import { type ChunkRow, writeChunk } from './translation-chunk.store.ts';
import { type JobRow, lockJob, refOf, updateJob, workOf } from './translation-job.store.ts';

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
    if (projectId !== null) await lockContent(tx, projectId, 'shared');
    const current = await lockJob(tx, ref);
    if (current?.status !== 'running') return 'stopped';
    const locale = projectId && (await findOpenLocale(tx, projectId, chunk.locale));
    const results = projectId !== null && !locale ? made.map(refuseClosed) : made;
    const isDone = results.every(({ status }) => status !== 'deferred');
    const stored = { results: results.map(toStored), isDone };
    if (!(await writeChunk(tx, ref, chunk, chunk.attempt, stored))) return 'stale';
    if (!isDone) return 'written';
    const changes = new ContentChanges();
    if (projectId !== null && locale) {
      await storeValues(tx, current, {
        projectId,
        localeId: locale.id,
        chunk,
        results,
        changes,
        now,
      });
    }
    await answers?.write(tx, now);
    const updated = await settle(tx, current, chunk, results, now);
    await endJobIfDone(deps, tx, ref, updated, lastErrorOf(results), now);
    if (projectId !== null) await applyChanges(tx, projectId, changes);
    return 'written';
  });
}

const refuseClosed = (result: StringResult): StringResult =>
  result.status === 'failed'
    ? result
    : {
        status: 'failed',
        error: { code: 'archived', message: 'The locale was disabled or the project archived.' },
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
  await settleUsage(tx, {
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
    units: job.units + sum.units,
    billedUnits: job.billed_units + sum.billedUnits,
    memoryHits: job.memory_hits + sum.memoryHits,
    engines,
  });
}

interface ValueRun {
  readonly projectId: string;
  readonly localeId: number;
  readonly chunk: ChunkRow;
  readonly results: readonly StringResult[];
  readonly changes: ContentChanges;
  readonly now: Date;
}

/** Adds the values of keys that are still living and still lack one. */
async function storeValues(tx: Db, job: JobRow, run: ValueRun): Promise<void> {
  const { strings, locale: localeTag } = run.chunk;
  const living = await findLivingKeys(
    tx,
    run.projectId,
    strings.map(({ id }) => id),
  );
  const writes = { machine: [] as ValueWrite[], memory: [] as ValueWrite[] };
  run.results.forEach((result, index) => {
    const { id, sourceVersion = 0 } = strings[index]!;
    if (result.status !== 'translated' || !living.has(id)) return;
    const write = { keyId: id, text: result.text, state: null, sourceVersion };
    writes[result.engine === MEMORY ? 'memory' : 'machine'].push(write);
  });
  if (writes.machine.length + writes.memory.length === 0) return;
  const changeId = newId();
  await insertChange(tx, {
    projectId: run.projectId,
    id: changeId,
    kind: 'job',
    actor: { type: 'job', id: job.id, name: `Translation requested by ${job.created_by_name}` },
    details: { jobId: job.id },
    now: run.now,
  });
  for (const origin of ['machine', 'memory'] as const) {
    if (writes[origin].length === 0) continue;
    const by = { origin, state: 'needs_review', changeId, now: run.now } as const;
    const added = await insertValues(tx, run.projectId, run.localeId, writes[origin], by);
    run.changes.written.add(run.localeId);
    for (const keyId of added) {
      if (needsKey(localeTag, living.get(keyId)!)) {
        run.changes.addValue(run.localeId, 'needs_review', origin, 1);
      }
    }
  }
}
