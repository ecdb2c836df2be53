import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PgBoss } from 'pg-boss';
import type { DatabaseWatch } from '../../db/availability/watch.ts';
import { ofDatabase } from '../../db/fault.ts';
import { connectionTo } from '../../db/hosts/connection-to.ts';
import type { Deps, Tasks } from '../../deps.ts';
import { carrierOfNow } from '../../lib/spans.ts';
import { BACKGROUND_WORKS } from './background-works.ts';
import { forgetTasks } from './forget-tasks.ts';
import { groupOf } from './group-of.ts';
import { inTransaction } from './in-transaction.ts';
import { keepLooking } from './keep-looking.ts';
import { lineOf, priorityOf, rangeOf } from './lines.ts';
import { QUEUE_CHANNEL } from './queue-channel.ts';
import { TASKS } from './registry.ts';
import { type OnTaskEnd, TaskWorker } from './task-worker.ts';
import { isOtherWaiting } from './turn.store.ts';

/**
 * Heartbeat interval of running tasks in seconds, the minimum of pg-boss. The task of a killed
 * worker runs again within twice this time.
 */
const HEARTBEAT_SECONDS = 10;
const MAX_RETRY_DELAY_SECONDS = 10 * 60;
const DONE_KEPT_SECONDS = 24 * 60 * 60;
const QUEUE_CONNECTIONS = 4;
/**
 * Timeout of the queue's statements, in milliseconds. If a statement takes longer, the database
 * counts as unreachable.
 */
const QUERY_TIMEOUT_MS = 15_000;
/**
 * Running tasks return to the queue this many milliseconds before the end of the shutdown's grace
 * period.
 */
const GIVE_BACK_MS = 2_000;
const OPEN_STATES: ReadonlySet<string> = new Set(['created', 'active']);
/**
 * Interval in seconds at which the tasks of killed workers are returned to the queue, and at which tasks are counted.
 */
const SUPERVISE_SECONDS = 5;
/** Interval at which the state of an awaited task is checked, in milliseconds. */
const LOOK_AGAIN_MS = 50;
/**
 * Minimum interval between log lines about an unreachable database, in milliseconds. Without it,
 * every poll of every task would log a line.
 */
const REPEAT_ERROR_MS = 10_000;

export interface Queue extends Tasks {
  /**
   * Starts to run tasks and background work. Without this call, the process only enqueues tasks. `watch` notifies the
   * queue of new tasks immediately.
   */
  work(deps: Deps, watch: Pick<DatabaseWatch, 'listen'>): Promise<void>;
  /**
   * Takes no more tasks. Waits up to `graceMs` for running tasks, and returns the remaining tasks
   * to the queue.
   */
  stop(graceMs: number): Promise<void>;
  /** Returns the numbers of waiting and running tasks in all processes, by task name. */
  depth(): Promise<ReadonlyMap<string, { waiting: number; running: number }>>;
}

export interface QueueOptions {
  isWorker: boolean;
  onError(error: Error): void;
  onTaskEnd?: OnTaskEnd;
}

export async function startQueue(connectionString: string, options: QueueOptions): Promise<Queue> {
  const boss = openBoss(connectionString, options);
  await boss.start();
  await declareQueues(boss);
  let worker: TaskWorker | null = null;
  const draining = new AbortController();
  let background: Promise<unknown> = Promise.resolve();
  return {
    async enqueue(tx, name, payload, { startAfter, delaySeconds, priority } = {}) {
      return boss.send(
        name,
        { ...payload, ...carrierOfNow() },
        {
          startAfter: startAfter ?? delaySeconds,
          priority: priorityOf(lineOf(payload), 0 - (priority ?? 0)),
          ...groupOf(payload),
          ...inTransaction(tx),
        },
      );
    },
    forget: forgetTasks,
    async awaitDone(name, id, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      while (performance.now() < deadline) {
        const found = await boss.findJobs(name, { id }).catch(() => []);
        if (found.every(({ state }) => !OPEN_STATES.has(state))) return;
        await sleep(LOOK_AGAIN_MS);
      }
    },
    isAwaited(db, name, organizationId) {
      const line = lineOf({ organizationId });
      return isOtherWaiting(db, name, rangeOf(line, line));
    },
    async work(deps, watch) {
      const started = new TaskWorker(boss, deps, options.onTaskEnd);
      worker = started;
      await started.start();
      watch.listen(QUEUE_CHANNEL, {
        onNotification: (name) => started.wake(name),
        onListening: () => started.wakeAll(),
        onLost() {},
      });
      const { signal } = draining;
      background = keepLooking(deps, {
        works: BACKGROUND_WORKS,
        tasks: TASKS.map(({ name }) => name),
        wake: (name) => started.wake(name),
        signal,
      });
    },
    async stop(graceMs) {
      worker?.drain();
      draining.abort();
      const late = new AbortController();
      const givingBack = sleep(Math.max(0, graceMs - GIVE_BACK_MS), undefined, late)
        .then(() => worker?.giveAllBack())
        .catch(() => {});
      const grace = sleep(graceMs, undefined, late).catch(() => {});
      await Promise.race([worker?.end(), grace]);
      await boss.stop({ graceful: false, close: true });
      late.abort();
      await givingBack;
      await background;
    },
    async depth() {
      const queues = await ofDatabase(boss.getQueues(TASKS.map(({ name }) => name)));
      return new Map(
        queues.map(({ name, queuedCount, activeCount }) => [
          name,
          { waiting: queuedCount, running: activeCount },
        ]),
      );
    },
  };
}

function openBoss(connectionString: string, { isWorker, onError }: QueueOptions): PgBoss {
  const settingsOfPool = {
    ...connectionTo(connectionString),
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  };
  const boss = new PgBoss({
    ...settingsOfPool,
    max: QUEUE_CONNECTIONS,
    application_name: 'parlance-queue',
    // The watch of the database listens for all parts of the service, on one connection.
    useListenNotify: false,
    supervise: isWorker,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', onceInAWhile(onError));
  return boss;
}

/** Creates a queue for each task, and applies changed settings to existing queues. */
async function declareQueues(boss: PgBoss): Promise<void> {
  const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const definition of TASKS) {
    const { name, everySeconds, retryLimit, retryDelaySeconds, expireSeconds } = definition;
    const settings = {
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: DONE_KEPT_SECONDS,
      notify: definition.isPolled !== true,
    };
    const queue = existingQueues.get(name);
    if (queue === undefined) {
      await boss.createQueue(name, {
        ...settings,
        policy: everySeconds === undefined ? 'standard' : 'singleton',
        retryDelayMax: MAX_RETRY_DELAY_SECONDS,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      });
    } else if (!isDeepStrictEqual({ ...queue, ...settings }, { ...queue })) {
      await boss.updateQueue(name, settings);
    }
  }
}

function onceInAWhile(tell: (error: Error) => void): (error: Error) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - reportedAtMs < REPEAT_ERROR_MS) return;
    reportedAtMs = now;
    tell(error);
  };
}
