import type { Db } from '../../../db/client.ts';
import type { Deps, TaskPayloads, Tasks } from '../../../deps.ts';
import type { Engine } from '../../../providers/mt/engine.ts';
import { once, openCodeShapes, type ReadCodeShapes } from '../../content/index.ts';
import { trustedOwner } from '../../kernel/index.ts';
import { chooseForJob } from '../../project/index.ts';
import { openSession, type Session } from '../session.ts';
import type { StringError, StringResult } from '../strings.ts';
import { type ChunkPlace, findResult } from './translation-chunk.store.ts';
import {
  countJobsBefore,
  type JobRow,
  keepCodeShapes,
  keepJobEngine,
  refOf,
} from './translation-job.store.ts';
import { CHUNK_STRINGS } from './write-chunks.ts';

/**
 * Time limits of a call to an engine. A job runs in slices. If an engine asks the service to wait
 * longer than `maxWaitMs`, the job continues in a later slice.
 */
const PATIENCE = { callTimeoutMs: 5 * 60_000, maxWaitMs: 5_000 };
const MAX_CHUNKS_AT_ONCE = 12;
/** Interval in milliseconds at which a job checks whether a model has been downloaded. */
const MODEL_WAIT_MS = 3_000;
/** Number of consecutive slices without an answer of a busy engine after which the job uses the next engine. */
export const MAX_WAITS = 8;
/**
 * Delay in milliseconds before the next slice, if the busy engine does not state a delay. It
 * doubles with each consecutive wait.
 */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Number of waiting jobs of an organization that get different priorities. All later jobs get the
 * lowest priority.
 */
const MAX_RANK = 100;

export type SliceDeps = Pick<
  Deps,
  'db' | 'clock' | 'tasks' | 'engines' | 'modelLoads' | 'payments' | 'log'
>;

export class Slice {
  readonly deps: SliceDeps;
  readonly job: JobRow;
  readonly signal: AbortSignal;
  /**
   * The error of the engines. The job fails with this error if no engine has given a usable answer.
   */
  unusable: StringError | null = null;
  /** Reason why the author of the job may no longer run it. Null if the author may. */
  refusal: StringError | null = null;
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

  /** Delay in milliseconds before the next slice. 0 if the next slice can run at once. */
  get waitMs(): number {
    if (!this.#canWait || !this.#isBusy) return this.#waitMs;
    const ownMs = Math.min(FIRST_WAIT_MS * 2 ** this.#waits, LONGEST_WAIT_MS);
    const faults = this.#calls.map(({ fault }) => fault?.retryAfterMs ?? 0);
    return Math.max(this.#waitMs, ownMs, ...faults);
  }

  /** Number of consecutive slices in which a busy engine has not answered. */
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

  /** Ends this slice as soon as possible. The next slice runs after the given delay. */
  waitFor(ms: number): void {
    this.#waitMs = Math.max(this.#waitMs, ms, 1);
  }

  /**
   * Returns the session for translating into a locale. Null while a required model is being
   * downloaded.
   */
  async sessionFor(localeTag: string): Promise<Session | null> {
    const openedSession = this.#sessions.get(localeTag);
    if (openedSession) return openedSession;
    const { deps, job, signal } = this;
    const { organization_id: organizationId, project_id: projectId, options } = job;
    const work = { organizationId, projectId, sourceLocale: job.source_locale, options };
    const choice = await chooseForJob(deps.engines, options, job.source_locale, localeTag);
    const session = await openSession(deps, work, localeTag, {
      choice,
      patience: PATIENCE,
      canWait: this.#canWait,
      signal,
      readCodeShapes: this.#readCodeShapes,
      pickEngines: ({ ready }) => this.#keepEngine(localeTag, ready),
    });
    deps.modelLoads.start(choice);
    if (choice.ready.length === 0 && choice.loadable.length > 0) {
      this.waitFor(MODEL_WAIT_MS);
      return null;
    }
    this.#sessions.set(localeTag, session);
    return session;
  }

  /**
   * Puts the engine of the job's earlier slices first, so that one engine translates all strings of
   * a locale. Other engines are used only if this engine fails.
   */
  async #keepEngine(localeTag: string, ready: readonly Engine[]): Promise<Engine[]> {
    const [first] = ready;
    if (!first) return [];
    const keptId = await keepJobEngine(this.deps.db, refOf(this.job), localeTag, first.id);
    const kept = ready.find(({ id }) => id === keptId);
    return kept ? [kept, ...ready.filter((engine) => engine !== kept)] : [...ready];
  }

  /** Learns the shapes of code words once for all slices of the job. */
  readonly #readCodeShapes: ReadCodeShapes = once(async () => {
    const { db } = this.deps;
    const { project_id: projectId, options } = this.job;
    if (options.codeShapes) return options.codeShapes;
    const found = await openCodeShapes(db, projectId, options.messageFormat)();
    return keepCodeShapes(db, refOf(this.job), found);
  });

  track(chunk: ChunkPlace, work: Promise<void>): Promise<void> {
    this.#running.set(keyOf(chunk), work);
    return work;
  }

  /** Returns the result of an equal string in an earlier chunk. Null if there is none. */
  async resultOf(chunk: ChunkPlace, index: number): Promise<StringResult | null> {
    // Waits for the earlier chunk. If that chunk fails, its stored result contains the error.
    await this.#running.get(keyOf(chunk))?.catch(() => {});
    this.signal.throwIfAborted();
    return findResult(this.deps.db, refOf(this.job), chunk, index);
  }
}

/**
 * Returns the number of chunks that are translated at the same time. It is sufficient for all concurrent calls of
 * the engine, and exceeds this number by two, because some chunks are being prepared or stored.
 */
export function chunksAtOnceFor({ engines: [engine] }: Session): number {
  if (!engine) return 2;
  const { maxBatchSegments, maxConcurrentCalls } = engine.capabilities;
  const chunks = Math.ceil((maxBatchSegments * maxConcurrentCalls) / CHUNK_STRINGS);
  return Math.min(chunks + 2, MAX_CHUNKS_AT_ONCE);
}

const keyOf = ({ locale, chunk }: ChunkPlace): string => `${locale} ${chunk}`;

/**
 * Enqueues a slice of a job. Slices of earlier jobs of the organization come first.
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
