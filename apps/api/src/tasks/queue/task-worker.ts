import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { troubleOf } from '../../db/availability/trouble.ts';
import { ofDatabase } from '../../db/fault.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';
import { groupOf } from './group-of.ts';
import { inTransaction } from './in-transaction.ts';
import { TASKS } from './registry.ts';
import { repeatedFaultOf } from './repeated-fault.ts';
import type { TaskDefinition } from './task.ts';

const HEARTBEAT_REFRESH_SECONDS = 3;
/** NOTIFY wakes workers at once; polling catches retries and what a lost connection missed. */
const POLL_SECONDS = 2;

/** `returned`: given back to the queue because the process ends. */
export type OnTaskEnd = (
  task: string,
  outcome: 'done' | 'failed' | 'returned',
  seconds: number,
) => void;

/** A task that the queue has given to this process: what pg-boss calls a job. */
type TakenTask = JobWithMetadata<object>;

/** Takes tasks from the queue and runs them in this process. */
export class TaskWorker {
  readonly #boss: PgBoss;
  readonly #deps: Deps;
  readonly #onTaskEnd: OnTaskEnd | undefined;
  readonly #draining = new AbortController();
  readonly #running = new Set<TakenTask>();

  constructor(boss: PgBoss, deps: Deps, onTaskEnd: OnTaskEnd | undefined) {
    this.#boss = boss;
    this.#deps = deps;
    this.#onTaskEnd = onTaskEnd;
  }

  async start(): Promise<void> {
    await Promise.all(
      TASKS.map(async (definition) => {
        for (let slot = 0; slot < definition.concurrency; slot++) await this.#take(definition);
        await this.#enqueueNextRun(definition);
      }),
    );
  }

  /** Tells running tasks to end, and begins no more. */
  drain(): void {
    this.#draining.abort();
  }

  /** Takes no more tasks and waits for those that run. */
  async end(): Promise<void> {
    await Promise.all(TASKS.map(({ name }) => this.#boss.offWork(name)));
  }

  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#running].map((taken) => this.#giveBack(taken)));
  }

  /**
   * A worker of pg-boss pauses after each task that it takes alone, though others wait: so each has its
   * own name here and, when it is done, calls itself to the next.
   */
  async #take(definition: TaskDefinition): Promise<void> {
    const pollSeconds = definition.pollSeconds ?? POLL_SECONDS;
    let workerId = '';
    workerId = await this.#boss.work(
      definition.name,
      {
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: definition.isPolled ? pollSeconds : POLL_SECONDS,
        includeMetadata: true,
        ...(definition.isOnePerProject ? { groupConcurrency: 1 } : {}),
      },
      async ([taken]: TakenTask[]) => {
        if (!taken) return;
        try {
          await this.#run(definition, taken);
        } finally {
          this.#boss.notifyWorker(workerId);
        }
      },
    );
  }

  async #run(definition: TaskDefinition, taken: TakenTask): Promise<void> {
    const deps = this.#deps;
    const startedAt = performance.now();
    const tell = (outcome: Parameters<OnTaskEnd>[1]): void =>
      this.#onTaskEnd?.(definition.name, outcome, (performance.now() - startedAt) / 1000);
    const { signal: draining } = this.#draining;
    this.#running.add(taken);
    try {
      draining.throwIfAborted();
      // Enqueued before the task runs: a run that fails permanently does not end the schedule.
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
      if (detail === null || !definition.giveUp) throw repeated ?? error;
      await definition.giveUp(deps, taken.data as never, detail);
    } finally {
      this.#running.delete(taken);
    }
  }

  /** Enqueues at most one task per time span: in this span, or, if it already had one, in the next. */
  async #enqueueNextRun({ name, everySeconds }: TaskDefinition): Promise<void> {
    if (everySeconds === undefined) return;
    const once = { singletonSeconds: everySeconds, singletonNextSlot: true };
    await ofDatabase(this.#boss.send(name, {}, once));
  }

  /**
   * Puts a task back as if it had not been begun: the end of a process is no failed attempt. False if
   * that cannot be done; then the queue itself takes note that nobody works on it any more.
   */
  async #giveBack(taken: TakenTask): Promise<boolean> {
    try {
      return await this.#deps.db.transaction().execute(async (tx) => {
        const own = inTransaction(tx);
        // Fenced by the attempt: nothing is completed if another worker has the task by now.
        const completed = await this.#boss.complete(taken.name, [taken], null, own);
        const { affected } = completed as { affected: number };
        const { name, data, priority } = taken;
        const group = groupOf(data);
        if (affected > 0) await this.#boss.send(name, data, { priority, ...group, ...own });
        return true;
      });
    } catch {
      return false;
    }
  }
}
