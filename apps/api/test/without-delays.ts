import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../src/db/client.ts';
import type { TaskName } from '../src/deps.ts';
import type { TestApp } from './app.ts';

/** The channel of pg-boss: its name ends in a hash of the schema's name. */
export const QUEUE_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** Makes the workers look for tasks that are due now, which they do by themselves every two seconds. */
export async function wakeWorkers(db: Db, name: TaskName): Promise<void> {
  await sql`select pg_notify(${QUEUE_CHANNEL}, ${name})`.execute(db);
}

/** Time between two looks for tasks that wait. */
const LOOK_AGAIN_MS = 20;

/**
 * Waits for something that takes several attempts or turns of a task, and makes each due as soon as it is in the
 * queue: what the passing of time would do.
 */
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
