import { PgBoss } from 'pg-boss';
import { executeRaw } from '../db/client.ts';
import type { Deps, Tasks } from '../deps.ts';
import { TASKS } from './registry.ts';

/** The floor that pg-boss allows; a killed worker's task runs again within twice this. */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** NOTIFY wakes workers at once; polling catches retries and what a lost connection missed. */
const POLL_SECONDS = 2;
const MAX_RETRY_DELAY_SECONDS = 10 * 60;
const QUEUE_CONNECTIONS = 4;

export interface Queue extends Tasks {
  /** Starts taking tasks; without it the process only enqueues. */
  work(deps: Deps): Promise<void>;
  /** Takes no more tasks, waits for running ones up to `graceMs`, gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** The task queue: pg-boss on the service's own PostgreSQL. */
export async function startQueue(
  connectionString: string,
  options: { isWorker: boolean; onError(error: Error): void },
): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    max: QUEUE_CONNECTIONS,
    application_name: 'parlance-queue',
    useListenNotify: options.isWorker,
    supervise: options.isWorker,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', options.onError);
  await boss.start();
  for (const { name, retryLimit, retryDelaySeconds, expireSeconds } of TASKS) {
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
      retryDelayMax: MAX_RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    });
    await boss.updateQueue(name, settings);
  }
  const draining = new AbortController();

  return {
    async enqueue(tx, name, payload, { singletonKey, startAfter } = {}) {
      await boss.send(name, payload, {
        singletonKey,
        startAfter,
        db: { executeSql: (text, values) => executeRaw(tx, text, values) },
      });
    },
    async work(deps) {
      for (const definition of TASKS) {
        await boss.work(
          definition.name,
          {
            localConcurrency: definition.concurrency,
            heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: POLL_SECONDS,
          },
          async ([job]) => {
            if (!job) return;
            await definition.run(deps, job.data as never, {
              signal: AbortSignal.any([job.signal, draining.signal]),
              attempt: job.retryCount,
            });
          },
        );
      }
    },
    async stop(graceMs) {
      draining.abort();
      await boss.stop({ graceful: true, timeout: graceMs, close: true });
    },
  };
}
