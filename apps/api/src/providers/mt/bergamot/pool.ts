import { ProcessPool } from '../../../lib/process-pool.ts';
import { raceAbort } from '../../../race-abort.ts';
import { ChildFailure, ChildHandle, stopped } from './child-handle.ts';
import type { ModelPaths } from './protocol.ts';

export interface PoolOptions {
  readonly maxChildren: number;
  readonly memoryLimitMb: number;
  readonly idleStopMs: number;
  readonly loadTimeoutMs: number;
  /**
   * Timeout in milliseconds for a batch of up to `MAX_BATCH_LENGTH` code units. A single longer
   * text gets more time.
   */
  readonly batchTimeoutMs: number;
  /**
   * Time in milliseconds for which a child process still accepts new batches of its own route while batches of other
   * routes wait for a process.
   */
  readonly tenureMs?: number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

/**
 * The models for translating from one language to another: a single model, or two models with
 * English in between. One child process runs all models of a route.
 */
export interface Route {
  /**
   * Names and fingerprints of the models. If a model changes, the key changes, and a new child
   * process is started.
   */
  readonly key: string;
  readonly models: readonly ModelPaths[];
}

/**
 * Maximum number of segments in a batch. Batches are small because a running batch cannot be
 * cancelled.
 */
export const MAX_BATCH_SEGMENTS = 32;
export const MAX_BATCH_LENGTH = 2_000;
const TENURE_MS = 10_000;

/**
 * Translates batches in child processes. Each route has one child process, which translates one
 * batch at a time.
 */
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

  get pids(): number[] {
    return this.#pool.processes.flatMap(({ pid }) => pid ?? []);
  }

  /** Memory of the WebAssembly modules in all child processes together, in bytes. */
  get memoryBytes(): number {
    return this.#pool.processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  /**
   * Translates one batch. If the signal aborts, discards the result of a running batch.
   *
   * @throws ChildFailure, or the abort reason of the signal
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

  /** Ends all child processes, including busy ones. Resolves when they have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #start({ key, models }: Route): ChildHandle {
    const { loadTimeoutMs, log, memoryLimitMb } = this.#options;
    const title = `parlance-bergamot ${key}`;
    const child = new ChildHandle({ title, models, memoryLimitMb, loadTimeoutMs });
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
