import type { TaskPayloads } from '../../../deps.ts';
import { sliceClock } from '../../../lib/slice-clock.ts';
import { numberChanges } from '../../content/index.ts';
import { stopJob } from './cancel-job.ts';
import { endJob } from './end-job.ts';
import { refusalOf } from './job-author.ts';
import { chunksAtOnceFor, enqueueSlice, Slice, type SliceDeps } from './slice.ts';
import { translateChunk } from './translate-chunk.ts';
import {
  type ChunkPlace,
  type ChunkRow,
  findOpenChunk,
  hasOpenChunks,
  listPartialChunks,
  takeChunk,
} from './translation-chunk.store.ts';
import {
  findJobStatus,
  type JobRow,
  lockSlice,
  refOf,
  updateJob,
} from './translation-job.store.ts';

/**
 * Maximum time of a slice in milliseconds. The next slice uses the current glossary and settings.
 */
const LONGEST_SLICE_MS = 60_000;
/** Interval in milliseconds at which a slice checks whether its job was canceled. */
const WATCH_MS = 300;

/**
 * Runs one slice of a translation job, and enqueues the next slice. The task may run twice or be
 * killed at any point, because only {@link finishChunk} writes results.
 */
export async function runSlice(
  deps: SliceDeps,
  payload: TaskPayloads['translate-job'],
  drain: AbortSignal,
): Promise<void> {
  const job = await beginSlice(deps, payload);
  if (!job) return;
  // The end of the job is announced after the changes before it.
  if (job.project_id !== null) await numberChanges(deps.db, job.project_id);
  const over = new AbortController();
  const { signal } = over;
  // Also aborts `over` when `drain` aborts. `AbortSignal.any` would do the same, but reading
  // `aborted` would be slow.
  const end = (): void => over.abort(drain.reason);
  drain.addEventListener('abort', end);
  if (drain.aborted) end();
  const watch = watchJob(deps, job, over);
  try {
    const slice = new Slice(deps, job, payload, signal);
    await workThroughChunks(deps, job, slice);
    if (slice.refusal) await stopJob(deps, job, slice.refusal);
    else await endSlice(deps, job, payload, slice);
  } catch (error) {
    if (!signal.aborted) throw error;
    await endSlice(deps, job, payload, { waitMs: 0, waits: payload.waits ?? 0, unusable: null });
  } finally {
    clearInterval(watch);
    drain.removeEventListener('abort', end);
    over.abort();
  }
}

/** Begins a slice. Returns null if the job has ended, or if a later slice was enqueued already. */
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
  const isOver = sliceClock(
    () => tasks.isAwaited(db, 'translate-job', job.organization_id),
    LONGEST_SLICE_MS,
  );
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const ref = refOf(job);
  let openChunk: ChunkPlace | null = null;
  while (slice.waitMs === 0 && !slice.unusable && !(await isOver())) {
    if (failures.length > 0 || slice.signal.aborted) break;
    openChunk = await findOpenChunk(db, ref, openChunk);
    if (openChunk) slice.refusal = await refusalOf(db, job, openChunk.locale);
    if (!openChunk || slice.refusal) break;
    const session = await slice.sessionFor(openChunk.locale);
    if (!session) break;
    const chunk = await takeChunk(db, ref, openChunk);
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

/** Ends a slice. Enqueues the next slice if chunks remain and the job has not ended. */
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
    const hasResults = current.strings_done > 0 || (await listPartialChunks(tx, ref)).some(hasText);
    if (unusable && !hasResults) return endJob(deps, tx, ref, unusable);
    const slice = payload.slice + 1;
    await updateJob(tx, ref, { slice });
    await enqueueSlice(tx, deps.tasks, { ...ref, slice, waits }, waitMs);
  });
}

const hasText = ({ results }: ChunkRow): boolean =>
  results?.some((result) => result?.status === 'translated') === true;

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
