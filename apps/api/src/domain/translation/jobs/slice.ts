import type { Db } from '../../../db/client.ts';
import type { Deps, TaskPayloads, Tasks } from '../../../deps.ts';
import type { Engine } from '../../../providers/mt/engine.ts';
import { trustedOwner } from '../../tenant.ts';
import { openSession, type Session } from '../session.ts';
import type { StringError, StringResult } from '../strings.ts';
import { type ChunkPlace, findResult } from './translation-chunk.store.ts';
import { countJobsBefore, type JobRow, keepJobEngine, refOf } from './translation-job.store.ts';
import { CHUNK_STRINGS } from './write-chunks.ts';

/** Waits within a background job, which has time. After longer waits it continues in another slice. */
const PATIENCE = { callTimeoutMs: 5 * 60_000, maxWaitMs: 5_000 };
const MAX_CHUNKS_AT_ONCE = 12;
/** Interval at which a job that waits for a model checks for it. */
const MODEL_WAIT_MS = 3_000;
/** Number of consecutive slices without any answer of a busy engine, after which the next engine is asked. */
export const MAX_WAITS = 8;
/** Wait for a busy engine that states no time. It doubles with each consecutive wait. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** Number of jobs of one organization after which all further jobs have the same priority. */
const MAX_RANK = 100;

export type SliceDeps = Pick<
  Deps,
  'db' | 'clock' | 'tasks' | 'engines' | 'modelLoads' | 'payments' | 'log'
>;

/** State that the chunks of one slice of a job share. */
export class Slice {
  readonly deps: SliceDeps;
  readonly job: JobRow;
  readonly signal: AbortSignal;
  /** The reason why no engine has given a usable answer to any string of the job so far. It ends the job. */
  unusable: StringError | null = null;
  readonly #waits: number;
  #waitMs = 0;
  readonly #sessions = new Map<string, Session>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(
    deps: SliceDeps,
    job: JobRow,
    { waits = 0 }: Pick<TaskPayloads['translate-job'], 'waits'>,
    signal: AbortSignal,
  ) {
    this.deps = deps;
    this.job = job;
    this.signal = signal;
    this.#waits = waits;
  }

  /** Delay before the next slice, or 0 if nothing requires one. */
  get waitMs(): number {
    if (!this.#canWait || !this.#isBusy) return this.#waitMs;
    const ownMs = Math.min(FIRST_WAIT_MS * 2 ** this.#waits, LONGEST_WAIT_MS);
    const faults = this.#calls.map(({ fault }) => fault?.retryAfterMs ?? 0);
    return Math.max(this.#waitMs, ownMs, ...faults);
  }

  /** Number of consecutive waits after this slice. An answer of any engine resets it. */
  get waits(): number {
    if (!this.#isBusy) return 0;
    return this.#calls.some(({ hasAnswered }) => hasAnswered) ? 1 : this.#waits + 1;
  }

  get #canWait(): boolean {
    return this.#waits < MAX_WAITS;
  }

  get #calls() {
    return [...this.#sessions.values()].flatMap(({ queue }) => queue.calls);
  }

  get #isBusy(): boolean {
    return this.#calls.some(({ isBusy }) => isBusy);
  }

  /** Ends the slice soon, so that the job continues after this time. */
  waitFor(ms: number): void {
    this.#waitMs = Math.max(this.#waitMs, ms, 1);
  }

  /** Opens the locale. Returns null while a required model is being loaded. */
  async sessionFor(localeTag: string): Promise<Session | null> {
    const known = this.#sessions.get(localeTag);
    if (known) return known;
    const { deps, job, signal } = this;
    const { organization_id: organizationId, project_id: projectId, options } = job;
    const work = { organizationId, projectId, sourceLocale: job.source_locale, options };
    const session = await openSession(deps, work, localeTag, {
      patience: PATIENCE,
      canWait: this.#canWait,
      signal,
      pickEngines: ({ ready }) => this.#keepEngine(localeTag, ready),
    });
    const { choice } = session;
    deps.modelLoads.start(choice);
    if (choice.ready.length === 0 && choice.loadable.length > 0) {
      this.waitFor(MODEL_WAIT_MS);
      return null;
    }
    this.#sessions.set(localeTag, session);
    return session;
  }

  /** A job keeps the engine with which it began a locale. The others are used if that engine fails. */
  async #keepEngine(localeTag: string, ready: readonly Engine[]): Promise<Engine[]> {
    const [first] = ready;
    if (!first) return [];
    const keptId = await keepJobEngine(this.deps.db, refOf(this.job), localeTag, first.id);
    const kept = ready.find(({ id }) => id === keptId);
    return kept ? [kept, ...ready.filter((engine) => engine !== kept)] : [...ready];
  }

  /** Records that a chunk is in progress, for chunks that repeat its strings. */
  track(place: ChunkPlace, work: Promise<void>): Promise<void> {
    this.#running.set(keyOf(place), work);
    return work;
  }

  /** Returns the result of an earlier string, or null if it has none yet. */
  async resultOf(place: ChunkPlace, index: number): Promise<StringResult | null> {
    // If the other chunk failed, its result contains the reason.
    await this.#running.get(keyOf(place))?.catch(() => {});
    this.signal.throwIfAborted();
    return findResult(this.deps.db, refOf(this.job), place, index);
  }
}

/** Number of chunks that fill the engine's calls, plus two that are being prepared or stored meanwhile. */
export function chunksAtOnceFor({ engines: [engine] }: Session): number {
  if (!engine) return 2;
  const { maxBatchSegments, maxConcurrentCalls } = engine.capabilities;
  const chunks = Math.ceil((maxBatchSegments * maxConcurrentCalls) / CHUNK_STRINGS);
  return Math.min(chunks + 2, MAX_CHUNKS_AT_ONCE);
}

const keyOf = ({ locale, chunk }: ChunkPlace): string => `${locale} ${chunk}`;

/**
 * Enqueues a slice of a job in the caller's transaction. The first waiting job of every organization precedes the
 * second job of any other, so a hundred jobs of one organization do not delay the others.
 */
export async function enqueueSlice(
  tx: Db,
  tasks: Tasks,
  payload: TaskPayloads['translate-job'],
  delayMs = 0,
): Promise<void> {
  const { organizationId, jobId } = payload;
  const rank = await countJobsBefore(
    tx,
    { organizationId: trustedOwner(organizationId), jobId },
    MAX_RANK,
  );
  await tasks.enqueue(tx, 'translate-job', payload, {
    priority: 0 - rank,
    ...(delayMs > 0 ? { delaySeconds: delayMs / 1000 } : {}),
  });
}
