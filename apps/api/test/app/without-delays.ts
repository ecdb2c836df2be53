import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../src/db/client.ts';
import type { TaskName } from '../../src/deps.ts';
import { QUEUE_CHANNEL } from '../../src/tasks/queue/queue-channel.ts';
import type { TestApp } from './app.ts';

/** Wakes the workers, which then poll for due tasks. By themselves, they poll twice a second. */
export async function wakeWorkers(db: Db, name: TaskName): Promise<void> {
  await sql`select pg_notify(${QUEUE_CHANNEL}, ${name})`.execute(db);
}

/** Interval between two polls for pending tasks. */
const LOOK_AGAIN_MS = 20;

/** Waits for a result that needs several attempts or runs of a task, and makes each pending task due immediately. */
export async function withoutDelays<Result>(
  { db }: Pick<TestApp, 'db'>,
  name: TaskName,
  done: Promise<Result>,
): Promise<Result> {
  let isDone = false;
  const hurry = async (): Promise<void> => {
    while (!isDone) {
      const { numAffectedRows } = await sql`
        update pgboss.job set start_after = now()
        where name = ${name} and state in ('created', 'retry') and start_after > now()`.execute(db);
      if (numAffectedRows) await wakeWorkers(db, name);
      await sleep(LOOK_AGAIN_MS);
    }
  };
  const hurrying = hurry();
  try {
    return await done;
  } finally {
    isDone = true;
    await hurrying;
  }
}
