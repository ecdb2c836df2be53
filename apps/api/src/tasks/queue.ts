import { setTimeout as sleep } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { type Db, executeRaw } from '../db/client.ts';
import type { Deps, Tasks } from '../deps.ts';
import { describeCause } from '../describe-cause.ts';
import { TASKS } from './registry.ts';
import type { TaskDefinition } from './task.ts';

/** The floor that pg-boss allows; a killed worker's task runs again within twice this. */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** NOTIFY wakes workers at once; polling catches retries and what a lost connection missed. */
const POLL_SECONDS = 2;
const MAX_RETRY_DELAY_SECONDS = 10 * 60;
const QUEUE_CONNECTIONS = 4;
/** A database that does not answer one of the queue's short statements by then is away. */
const QUERY_TIMEOUT_MS = 15_000;
/** How long before the end of its grace a task that still runs is given back. */
const GIVE_BACK_MS = 2_000;
/** A database that is away is not told of at every poll of every task. */
const REPEAT_ERROR_MS = 10_000;

export interface Queue extends Tasks {
  /** Starts taking tasks; without it the process only enqueues. */
  work(deps: Deps): Promise<void>;
  /** Takes no more tasks, waits for running ones up to `graceMs`, gives the rest back. */
  stop(graceMs: number): Promise<void>;
  /** Tasks of the whole deployment, by name. */
  depth(): Promise<ReadonlyMap<string, { waiting: number; running: number }>>;
}

export interface QueueOptions {
  isWorker: boolean;
  onError(error: Error): void;
  /** `returned`: given back to the queue because the process ends. */
  onTaskEnd?(task: string, outcome: 'done' | 'failed' | 'returned', seconds: number): void;
}

/** The task queue: pg-boss on the service's own PostgreSQL. */
export async function startQueue(connectionString: string, options: QueueOptions): Promise<Queue> {
  const settingsOfPool = { query_timeout: QUERY_TIMEOUT_MS, keepAlive: true };
  const boss = new PgBoss({
    ...settingsOfPool,
    connectionString,
    max: QUEUE_CONNECTIONS,
    application_name: 'parlance-queue',
    useListenNotify: options.isWorker,
    supervise: options.isWorker,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', onceInAWhile(options.onError));
  await boss.start();
  for (const { name, everySeconds, retryLimit, retryDelaySeconds, expireSeconds } of TASKS) {
    const settings = {
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 24 * 60 * 60,
      notify: true,
    };
    await boss.createQueue(name, {
      ...settings,
      policy: everySeconds === undefined ? 'standard' : 'singleton',
      retryDelayMax: MAX_RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    });
    await boss.updateQueue(name, settings);
  }
  const draining = new AbortController();
  const running = new Map<JobWithMetadata<object>, Db>();
  // One task in each span of time, whoever asks: in this one, or, where that had its turn, in the next.
  const enqueueTurn = async ({ name, everySeconds }: TaskDefinition): Promise<void> => {
    if (everySeconds === undefined) return;
    await boss.send(
      name,
      {},
      {
        singletonSeconds: everySeconds,
        singletonNextSlot: true,
      },
    );
  };

  const run = async (
    definition: TaskDefinition,
    deps: Deps,
    job: JobWithMetadata<object>,
  ): Promise<void> => {
    const startedAt = performance.now();
    const tell = (outcome: 'done' | 'failed' | 'returned'): void =>
      options.onTaskEnd?.(definition.name, outcome, (performance.now() - startedAt) / 1000);
    running.set(job, deps.db);
    try {
      draining.signal.throwIfAborted();
      // Before it runs: a turn that fails for good does not end those after it.
      await enqueueTurn(definition);
      await definition.run(deps, job.data as never, {
        signal: AbortSignal.any([job.signal, draining.signal]),
        attempt: job.retryCount,
      });
      tell('done');
    } catch (error) {
      if (draining.signal.aborted && (await giveBack(boss, deps.db, job))) {
        tell('returned');
        return;
      }
      const err = describeCause(error);
      deps.log.warn({ task: definition.name, attempt: job.retryCount, err }, 'task failed');
      tell('failed');
      throw error;
    } finally {
      running.delete(job);
    }
  };
  // A worker of pg-boss pauses after each task that it takes alone, though others wait: so each has
  // its own name here and, when it is done, calls itself to the next.
  const take = async (definition: TaskDefinition, deps: Deps): Promise<void> => {
    let workerId = '';
    workerId = await boss.work(
      definition.name,
      {
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        includeMetadata: true,
      },
      async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return;
        try {
          await run(definition, deps, job);
        } finally {
          boss.notifyWorker(workerId);
        }
      },
    );
  };

  return {
    async enqueue(tx, name, payload, { startAfter, delaySeconds, priority } = {}) {
      await boss.send(name, payload, {
        startAfter: startAfter ?? delaySeconds,
        priority: priority ?? 0,
        db: { executeSql: (text, values) => executeRaw(tx, text, values) },
      });
    },
    async isAwaited(db, name) {
      const { rows } = await executeRaw(
        db,
        `select from pgboss.job
         where name = $1 and state < 'active' and not blocked and start_after <= now() limit 1`,
        [name],
      );
      return rows.length > 0;
    },
    async work(deps) {
      for (const definition of TASKS) {
        for (let slot = 0; slot < definition.concurrency; slot++) await take(definition, deps);
        await enqueueTurn(definition);
      }
    },
    async stop(graceMs) {
      draining.abort();
      const ending = boss.stop({ graceful: true, timeout: graceMs, close: true });
      const late = new AbortController();
      const givingBack = sleep(Math.max(0, graceMs - GIVE_BACK_MS), undefined, late)
        .then(() => Promise.all([...running].map(([job, db]) => giveBack(boss, db, job))))
        .catch(() => {});
      await ending;
      late.abort();
      await givingBack;
    },
    async depth() {
      const queues = await boss.getQueues(TASKS.map(({ name }) => name));
      return new Map(
        queues.map(({ name, queuedCount, activeCount }) => [
          name,
          { waiting: queuedCount, running: activeCount },
        ]),
      );
    },
  };
}

/**
 * Puts a task back as if it had not been begun: the end of a process is no failed attempt. False where
 * that cannot be done; then the queue itself takes note that nobody works on it any more.
 */
async function giveBack(boss: PgBoss, db: Db, job: JobWithMetadata<object>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      const own = {
        db: { executeSql: (text: string, values?: unknown[]) => executeRaw(tx, text, values) },
      };
      // Fenced by the attempt: nothing is completed where another worker has the task by now.
      const { affected } = (await boss.complete(job.name, [job], null, own)) as {
        affected: number;
      };
      if (affected > 0) await boss.send(job.name, job.data, { priority: job.priority, ...own });
      return true;
    });
  } catch {
    return false;
  }
}

function onceInAWhile(tell: (error: Error) => void): (error: Error) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - toldAt < REPEAT_ERROR_MS) return;
    toldAt = now;
    tell(error);
  };
}
