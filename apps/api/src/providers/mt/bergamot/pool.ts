import { ProcessPool } from '../../../lib/process-pool.ts';
import { raceAbort } from '../../../race-abort.ts';
import { ChildFailure, ChildHandle, stopped } from './child-handle.ts';
import type { ModelPaths } from './protocol.ts';

export interface PoolOptions {
  readonly maxChildren: number;
  readonly memoryLimitMb: number;
  readonly idleStopMs: number;
  readonly loadTimeoutMs: number;
  /** Timeout for a batch of `MAX_BATCH_LENGTH`. A longer batch gets more. */
  readonly batchTimeoutMs: number;
  /** Maximum time that a busy child keeps its place while others wait for one. */
  readonly tenureMs?: number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

/** A route that a child serves: one direction with its model, or with two models that meet in English. */
export interface Route {
  /** Name and fingerprint of the models, such as `en-de` with a hash. A new model thus gets a new child. */
  readonly key: string;
  readonly models: readonly ModelPaths[];
}

/** Batches stay small because a running batch cannot be cancelled. */
export const MAX_BATCH_SEGMENTS = 32;
export const MAX_BATCH_LENGTH = 2_000;
const TENURE_MS = 10_000;

/** Runs batches in child processes: one child per route, and one batch at a time in each. */
export class ChildPool {
  readonly #options: PoolOptions;
  readonly #pool: ProcessPool<Route, ChildHandle>;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#pool = new ProcessPool({
      maxProcesses: options.maxChildren,
      usersPerProcess: 1,
      idleMs: options.idleStopMs,
      tenureMs: options.tenureMs ?? TENURE_MS,
      keyOf: ({ key }) => key,
      open: (route) => this.#start(route),
      closedError: stopped,
    });
  }

  /** Process ids of the children, for monitoring. */
  get pids(): number[] {
    return this.#pool.processes.flatMap(({ pid }) => pid ?? []);
  }

  /** Memory of the wasm in all children together. */
  get memoryBytes(): number {
    return this.#pool.processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  /**
   * Translates one batch. Rejects with the signal's reason once the signal aborts. The answer to a running batch is
   * then discarded.
   *
   * @throws ChildFailure; the signal's reason.
   */
  translate(
    route: Route,
    bodies: readonly string[],
    html: boolean,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const length = bodies.reduce((sum, body) => sum + body.length, 0);
    const timeoutMs = this.#options.batchTimeoutMs * Math.max(1, length / MAX_BATCH_LENGTH);
    const work = this.#pool.run(route, signal, async (child) => {
      try {
        await child.loaded;
        return await child.translate(bodies, html, timeoutMs);
      } catch (error) {
        this.#logFailure(route.key, error);
        this.#pool.drop(child);
        throw error;
      }
    });
    return raceAbort(work, signal);
  }

  /** Ends all children, including busy ones, and waits until they are gone. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #start({ key, models }: Route): ChildHandle {
    const { loadTimeoutMs, log, memoryLimitMb } = this.#options;
    const title = `parlance-bergamot ${key}`;
    const child = new ChildHandle({ title, models, memoryLimitMb, loadTimeoutMs });
    // Another caller may end the child while it is idle.
    void child.exited.then(() => this.#pool.drop(child));
    log('info', 'bergamot: a translation process starts', { direction: key, pid: child.pid });
    return child;
  }
  #logFailure(direction: string, error: unknown): void {
    if (!(error instanceof ChildFailure) || error.kind === 'stopped') return;
    const { phase, message, output } = error;
    const fields = { direction, phase, error: message, output };
    this.#options.log('warn', 'bergamot: a translation process failed', fields);
  }
}
