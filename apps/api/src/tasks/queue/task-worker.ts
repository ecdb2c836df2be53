import { SpanKind } from '@opentelemetry/api';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { troubleOf } from '../../db/availability/trouble.ts';
import { ofDatabase } from '../../db/fault.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';
import { inSpan, type TraceCarrier } from '../../lib/spans.ts';
import { groupOf } from './group-of.ts';
import { inTransaction } from './in-transaction.ts';
import { lineOf, priorityOf } from './lines.ts';
import { TASKS } from './registry.ts';
import { repeatedFaultOf } from './repeated-fault.ts';
import type { TaskDefinition } from './task.ts';
import { returnToLine } from './turn.store.ts';
import { Turns } from './turns.ts';

const HEARTBEAT_REFRESH_SECONDS = 3;
/** Poll interval of a worker that nobody wakes, in seconds. `keepLooking` wakes it for each task that can begin. */
const POLL_SECONDS = 60;

/**
 * Called at the end of each task. The outcome is `returned` if the shutdown of the process has
 * returned the task to the queue.
 */
export type OnTaskEnd = (
  task: string,
  outcome: 'done' | 'failed' | 'returned',
  seconds: number,
) => void;

/** A task that the queue has assigned to this process. pg-boss calls it a job. */
type TakenTask = JobWithMetadata<object>;

export class TaskWorker {
  readonly #boss: PgBoss;
  readonly #deps: Deps;
  readonly #onTaskEnd: OnTaskEnd | undefined;
  readonly #draining = new AbortController();
  readonly #running = new Set<TakenTask>();
  /** Ids of the workers of each task. */
  readonly #workers = new Map<string, string[]>();
  /** The turns of organizations at each task that does not run periodically. */
  readonly #turns: ReadonlyMap<string, Turns>;

  constructor(boss: PgBoss, deps: Deps, onTaskEnd: OnTaskEnd | undefined) {
    this.#boss = boss;
    this.#deps = deps;
    this.#onTaskEnd = onTaskEnd;
    const shared = TASKS.filter(({ everySeconds }) => everySeconds === undefined);
    this.#turns = new Map(shared.map((task) => [task.name, new Turns(deps.db, task)]));
  }

  async start(): Promise<void> {
    await Promise.all(
      TASKS.map(async (definition) => {
        for (let slot = 0; slot < definition.concurrency; slot++) await this.#take(definition);
        await this.#enqueueNextRun(definition);
      }),
    );
  }

  /** Admits tasks whose turn it is, and makes the workers of a task check for a task immediately. */
  wake(name: string): void {
    this.#admit(name)
      .then((isAdmitted) => {
        if (!isAdmitted) return;
        for (const id of this.#workers.get(name) ?? []) this.#boss.notifyWorker(id);
      })
      .catch((error: unknown) => this.#warn(name, 'failed to admit tasks', error));
  }

  /** Limits the workers of a task to the tasks that this process has admitted. */
  #admittedOf(name: string): { minPriority?: number; maxPriority?: number } {
    const turns = this.#turns.get(name);
    return turns ? { minPriority: turns.priority, maxPriority: turns.priority } : {};
  }

  /** Admits a task whose turn it is. Returns true if workers may find a task. */
  async #admit(name: string): Promise<boolean> {
    const turns = this.#turns.get(name);
    if (!turns) return true;
    return !this.#draining.signal.aborted && turns.admit();
  }

  /** Makes all workers check for work immediately. */
  wakeAll(): void {
    for (const name of this.#workers.keys()) this.wake(name);
  }

  /** Aborts the running tasks and starts no further tasks. */
  drain(): void {
    this.#draining.abort();
  }

  /** Takes no further tasks and waits for the running tasks. */
  async end(): Promise<void> {
    await Promise.all(TASKS.map(({ name }) => this.#boss.offWork(name)));
  }

  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#running].map((taken) => this.#giveBack(taken)));
  }

  /**
   * Starts a pg-boss worker for the tasks of a definition. The worker pauses after each task, even if further tasks
   * wait. The service therefore wakes the worker when a task is done.
   */
  async #take(definition: TaskDefinition): Promise<void> {
    const workerId = await this.#boss.work(
      definition.name,
      {
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        includeMetadata: true,
        ...(definition.isOnePerProject ? { groupConcurrency: 1 } : {}),
        ...this.#admittedOf(definition.name),
      },
      async ([taken]: TakenTask[]) => {
        if (!taken) return;
        try {
          await inSpan(
            `task ${definition.name}`,
            {
              kind: SpanKind.CONSUMER,
              attributes: {
                'parlance.task': definition.name,
                'parlance.attempt': taken.retryCount,
              },
              parent: taken.data as TraceCarrier,
            },
            () => this.#run(definition, taken),
          );
        } finally {
          this.wake(definition.name);
        }
      },
    );
    const { name } = definition;
    this.#workers.set(name, [...(this.#workers.get(name) ?? []), workerId]);
  }

  async #run(definition: TaskDefinition, taken: TakenTask): Promise<void> {
    const deps = this.#deps;
    const startedAt = performance.now();
    const tell = (outcome: Parameters<OnTaskEnd>[1]): void =>
      this.#onTaskEnd?.(definition.name, outcome, (performance.now() - startedAt) / 1000);
    const { signal: draining } = this.#draining;
    this.#running.add(taken);
    this.#turns.get(definition.name)?.begin(taken);
    this.wake(definition.name);
    try {
      draining.throwIfAborted();
      // Enqueues the next run first, so that the schedule continues even if this run fails
      // permanently.
      await this.#enqueueNextRun(definition);
      await definition.run(deps, taken.data as never, {
        signal: AbortSignal.any([taken.signal, draining]),
        attempt: taken.retryCount,
      });
      tell('done');
    } catch (error) {
      if (draining.aborted && (await this.#giveBack(taken))) {
        tell('returned');
        return;
      }
      const trouble = troubleOf(error);
      const why = trouble ? { reason: trouble.detail } : { err: describeCause(error) };
      deps.log.warn({ task: definition.name, attempt: taken.retryCount, ...why }, 'task failed');
      tell('failed');
      const repeated = repeatedFaultOf(error, taken.output);
      const detail = repeated?.detail ?? null;
      if (detail === null || !definition.giveUp) {
        await this.#returnToLine(taken);
        throw repeated ?? error;
      }
      await definition.giveUp(deps, taken.data as never, detail);
    } finally {
      this.#running.delete(taken);
      this.#turns.get(definition.name)?.end(taken.id);
    }
  }

  /** Makes the next attempt of a failed task wait for a turn. */
  async #returnToLine(taken: TakenTask): Promise<void> {
    if (!this.#turns.has(taken.name)) return;
    try {
      await returnToLine(this.#deps.db, taken);
    } catch (error) {
      // The next attempt then runs without waiting for a turn.
      this.#warn(taken.name, 'failed to return a task to its line', error);
    }
  }

  #warn(task: string, message: string, error: unknown): void {
    const trouble = troubleOf(error);
    const why = trouble ? { reason: trouble.detail } : { err: describeCause(error) };
    this.#deps.log.warn({ task, ...why }, message);
  }

  /**
   * Enqueues at most one run per interval. If the current interval already has a run, enqueues it
   * for the next interval.
   */
  async #enqueueNextRun({ name, everySeconds }: TaskDefinition): Promise<void> {
    if (everySeconds === undefined) return;
    const once = { singletonSeconds: everySeconds, singletonNextSlot: true };
    await ofDatabase(this.#boss.send(name, {}, once));
  }

  /**
   * Returns a task to the queue as if it had not started, because the end of a process is not a
   * failed attempt. Returns false if the queue cannot be reached. The queue then runs the task
   * again after missing its heartbeats.
   */
  async #giveBack(taken: TakenTask): Promise<boolean> {
    try {
      return await this.#deps.db.transaction().execute(async (tx) => {
        const sameTransaction = inTransaction(tx);
        const completed = await this.#boss.complete(taken.name, [taken], null, sameTransaction);
        const { affected } = completed as { affected: number };
        const { name, data } = taken;
        const group = groupOf(data);
        const first = { priority: priorityOf(lineOf(data), 0) };
        if (affected > 0)
          await this.#boss.send(name, data, { ...first, ...group, ...sameTransaction });
        return true;
      });
    } catch {
      return false;
    }
  }
}
