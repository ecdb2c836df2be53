import type { Db } from '../../db/client.ts';
import type { Deps, TaskPayloads } from '../../deps.ts';
import { catchUpMemory } from '../memory/index-memory.ts';
import { trustedOwner } from '../tenant.ts';
import { endJob } from './end-job.ts';
import { enqueueTurn } from './enqueue-turn.ts';
import { runChunk } from './run-chunk.ts';
import {
  type ChunkPlace,
  findOpenChunk,
  hasOpenChunks,
  takeChunk,
} from './translation-chunk.store.ts';
import { findJobStatus, type JobRow, lockJob, refOf, updateJob } from './translation-job.store.ts';
import { TurnContext } from './turn-context.ts';

/** Time that a job works before other jobs, if any wait, have their turn. */
const TURN_MS = 5_000;
/** The same if no job waits: the next turn sees changes made meanwhile, for example in the glossary. */
const LONGEST_TURN_MS = 60_000;
/** Interval at which a longer turn looks for jobs that wait. */
const LOOK_MS = 1_000;
/** Maximum time in the first turn for indexing new entries of the memory. */
const CATCH_UP_MS = 5_000;
/** Interval at which a running call notices that its job was cancelled. */
const WATCH_MS = 300;

type TurnDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments' | 'log'>;

/**
 * One turn of a job: works through open chunks, several at once, and hands on to the next turn. Bears
 * being run twice and being killed anywhere: what counts is written by {@link finishChunk} alone.
 */
export async function runTurn(
  deps: TurnDeps,
  payload: TaskPayloads['translate-job'],
  drain: AbortSignal,
): Promise<void> {
  const job = await beginTurn(deps, payload);
  if (!job) return;
  const over = new AbortController();
  const { signal } = over;
  // A composite signal would look at all of its sources each time that a loop asks it.
  const end = (): void => over.abort(drain.reason);
  drain.addEventListener('abort', end);
  if (drain.aborted) end();
  const watch = watchJob(deps, job, over);
  try {
    // The job may use what was written before it.
    const { organization_id: owner, options } = job;
    if (job.turn === 0) {
      await catchUpMemory(deps, owner, options.memory, { maxMs: CATCH_UP_MS, signal });
    }
    const context = new TurnContext(deps, job, signal);
    await workThroughChunks(deps, job, context);
    await endTurn(deps, job, context);
  } catch (error) {
    // What the process leaves undone when it ends goes to another turn.
    if (!signal.aborted) throw error;
    await endTurn(deps, job, { waitMs: 0, unusable: null });
  } finally {
    clearInterval(watch);
    drain.removeEventListener('abort', end);
    over.abort();
  }
}

/** Begins the turn where it is the job's, and the job is not over. */
async function beginTurn(
  { db, clock, tasks }: TurnDeps,
  { organizationId, jobId, turn }: TaskPayloads['translate-job'],
): Promise<JobRow | null> {
  const ref = { organizationId: trustedOwner(organizationId), jobId };
  return db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, ref);
    if (!job || job.turn !== turn) return null;
    if (job.status === 'running') return job;
    if (job.status !== 'queued') {
      // The process of this turn may have been killed after it had written values.
      await checkValues(tx, tasks, job);
      return null;
    }
    return updateJob(tx, ref, { status: 'running', startedAt: clock.now() });
  });
}

async function workThroughChunks(
  { db, tasks }: TurnDeps,
  job: JobRow,
  context: TurnContext,
): Promise<void> {
  const isOver = turnClock(() => context.hasGivenUp || tasks.isAwaited('translate-job'));
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const ref = refOf(job);
  let place: ChunkPlace | null = null;
  while (!context.isWaiting && !context.unusable && !(await isOver())) {
    if (failures.length > 0 || context.signal.aborted) break;
    place = await findOpenChunk(db, ref, place);
    const engines = place && (await context.enginesFor(place.locale));
    if (!place || !engines) break;
    const chunk = await takeChunk(db, ref, place);
    if (!chunk) continue;
    const work: Promise<void> = context
      .track(chunk, runChunk(context, chunk, engines))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(work));
    running.add(work);
    while (running.size >= engines.chunksAtOnce) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** Says when a turn is over: after its time once it `isWanted` to be, or after the longest. */
function turnClock(isWanted: () => boolean | Promise<boolean>): () => Promise<boolean> {
  const startedAt = performance.now();
  let looksAt = startedAt + TURN_MS;
  return async () => {
    const now = performance.now();
    if (now < looksAt) return false;
    looksAt = now + LOOK_MS;
    return now - startedAt >= LONGEST_TURN_MS || isWanted();
  };
}

/** If work is left and the job goes on, its next turn is enqueued with the end of this one. */
async function endTurn(
  deps: TurnDeps,
  { turn, ...row }: JobRow,
  { waitMs, unusable }: Pick<TurnContext, 'waitMs' | 'unusable'>,
): Promise<void> {
  const { db, tasks } = deps;
  const ref = { organizationId: row.organization_id, jobId: row.id };
  await db.transaction().execute(async (tx) => {
    await checkValues(tx, tasks, row);
    const job = await lockJob(tx, ref);
    if (job?.status !== 'running' || job.turn !== turn || !(await hasOpenChunks(tx, ref))) return;
    if (unusable && job.strings_done === 0) return endJob(deps, tx, ref, unusable);
    await updateJob(tx, ref, { turn: turn + 1 });
    await enqueueTurn(tx, tasks, ref, turn + 1, waitMs);
  });
}

function watchJob({ db, log }: TurnDeps, job: JobRow, over: AbortController): NodeJS.Timeout {
  const look = async (): Promise<void> => {
    const status = await findJobStatus(db, refOf(job));
    if (status !== 'running') over.abort(new Error('The job has ended.'));
  };
  return setInterval(() => {
    look().catch((error: Error) =>
      log.warn({ reason: error.message }, 'failed to read the status of a job'),
    );
  }, WATCH_MS);
}

/** The values of a turn are checked together, when it is over. */
async function checkValues(
  tx: Db,
  tasks: Deps['tasks'],
  { kind, project_id: projectId }: Pick<JobRow, 'kind' | 'project_id'>,
): Promise<void> {
  if (kind === 'missing' && projectId !== null) {
    await tasks.enqueue(tx, 'check-values', { projectId });
  }
}
