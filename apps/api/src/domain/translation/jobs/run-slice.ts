import type { TaskPayloads } from '../../../deps.ts';
import { endJob } from './end-job.ts';
import { chunksAtOnceFor, enqueueSlice, Slice, type SliceDeps } from './slice.ts';
import { translateChunk } from './translate-chunk.ts';
import {
  type ChunkPlace,
  findOpenChunk,
  hasOpenChunks,
  takeChunk,
} from './translation-chunk.store.ts';
import {
  findJobStatus,
  type JobRow,
  lockSlice,
  refOf,
  updateJob,
} from './translation-job.store.ts';

/** Time that a job works before other jobs run, if any are waiting. */
const SLICE_MS = 5_000;
/** The same limit if no job waits. The next slice sees changes made in the meantime, for example in the glossary. */
const LONGEST_SLICE_MS = 60_000;
/** Interval at which a longer slice checks for jobs that wait. */
const LOOK_MS = 1_000;
/** Interval at which a running call notices that its job was cancelled. */
const WATCH_MS = 300;

/**
 * Runs one slice of a job: works on open chunks, several at once, and enqueues the next slice. Safe to run twice or to
 * be killed at any point, because only {@link finishChunk} writes results.
 */
export async function runSlice(
  deps: SliceDeps,
  payload: TaskPayloads['translate-job'],
  drain: AbortSignal,
): Promise<void> {
  const job = await beginSlice(deps, payload);
  if (!job) return;
  const over = new AbortController();
  const { signal } = over;
  // Used instead of a composite signal, which would check all of its sources each time that a loop reads it.
  const end = (): void => over.abort(drain.reason);
  drain.addEventListener('abort', end);
  if (drain.aborted) end();
  const watch = watchJob(deps, job, over);
  try {
    // The job may use content that was written before it.
    const slice = new Slice(deps, job, payload, signal);
    await workThroughChunks(deps, job, slice);
    await endSlice(deps, job, payload, slice);
  } catch (error) {
    // When this process ends, another slice continues the work.
    if (!signal.aborted) throw error;
    await endSlice(deps, job, payload, { waitMs: 0, waits: payload.waits ?? 0, unusable: null });
  } finally {
    clearInterval(watch);
    drain.removeEventListener('abort', end);
    over.abort();
  }
}

/** Begins the slice if it is the job's next slice and the job has not ended. */
async function beginSlice(
  { db, clock }: SliceDeps,
  payload: TaskPayloads['translate-job'],
): Promise<JobRow | null> {
  return db.transaction().execute(async (tx) => {
    const job = await lockSlice(tx, payload);
    if (!job || job.status === 'running') return job;
    if (job.status !== 'queued') return null;
    return updateJob(tx, refOf(job), { status: 'running', started_at: clock.now() });
  });
}

async function workThroughChunks(
  { db, tasks }: SliceDeps,
  job: JobRow,
  slice: Slice,
): Promise<void> {
  const isOver = sliceClock(() => tasks.isAwaited('translate-job'));
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const ref = refOf(job);
  let place: ChunkPlace | null = null;
  while (slice.waitMs === 0 && !slice.unusable && !(await isOver())) {
    if (failures.length > 0 || slice.signal.aborted) break;
    place = await findOpenChunk(db, ref, place);
    const session = place && (await slice.sessionFor(place.locale));
    if (!place || !session) break;
    const chunk = await takeChunk(db, ref, place);
    if (!chunk) continue;
    const work: Promise<void> = slice
      .track(chunk, translateChunk(slice, chunk, session))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(work));
    running.add(work);
    while (running.size >= chunksAtOnceFor(session)) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** Decides when a slice ends: after its time once `isWanted` is true, or after the maximum time. */
function sliceClock(isWanted: () => Promise<boolean>): () => Promise<boolean> {
  const startedAt = performance.now();
  let looksAt = startedAt + SLICE_MS;
  return async () => {
    const now = performance.now();
    if (now < looksAt) return false;
    looksAt = now + LOOK_MS;
    return now - startedAt >= LONGEST_SLICE_MS || isWanted();
  };
}

/** If work remains and the job has not ended, the end of this slice enqueues the next one. */
async function endSlice(
  deps: SliceDeps,
  job: JobRow,
  payload: TaskPayloads['translate-job'],
  { waitMs, waits, unusable }: Pick<Slice, 'waitMs' | 'waits' | 'unusable'>,
): Promise<void> {
  const ref = refOf(job);
  await deps.db.transaction().execute(async (tx) => {
    const current = await lockSlice(tx, payload);
    if (current?.status !== 'running' || !(await hasOpenChunks(tx, ref))) return;
    if (unusable && current.strings_done === 0) return endJob(deps, tx, ref, unusable);
    const slice = payload.slice + 1;
    await updateJob(tx, ref, { slice });
    await enqueueSlice(tx, deps.tasks, { ...ref, slice, waits }, waitMs);
  });
}

function watchJob({ db, log }: SliceDeps, job: JobRow, over: AbortController): NodeJS.Timeout {
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
