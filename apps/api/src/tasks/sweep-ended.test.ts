import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { wakeWorkers } from '../../test/app/without-delays.ts';
import { createTestDatabase, type TestDatabase } from '../../test/servers/postgres.ts';
import { executeRaw } from '../db/client.ts';
import { sweepEnded } from './sweep-ended.ts';

let database: TestDatabase;
let first: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  first = await startTestApp({ connectionString: database.connectionString });
});
afterAll(async () => {
  await first?.close();
  await database?.drop();
});

const turns = async () => {
  const { rows } = await executeRaw(
    first.db,
    `select state::text, start_after > now() as is_later
     from pgboss.job where name = 'sweep-ended' order by singleton_on`,
  );
  return rows;
};

const addWindow = (db: TestApp['db']) =>
  db
    .insertInto('rate_window')
    .values({ subject: randomBytes(32), used: 1, ends_at: new Date(0) })
    .execute();

const windows = async () => {
  const { rows } = await executeRaw(first.db, 'select count(*) as count from rate_window');
  return rows[0]!.count;
};

describe('sweep-ended', () => {
  it('runs when a worker starts, and enqueues its next run', async () => {
    await expect.poll(turns).toContainEqual(expect.objectContaining({ state: 'completed' }));
    const [done, next, ...more] = await turns();
    expect(done!.state).toBe('completed');
    expect(next).toMatchObject({ state: 'created', is_later: true });
    expect(more).toEqual([]);
  });

  it('has only one planned run for all processes, even after a restart', async () => {
    const second = await startTestApp({ connectionString: database.connectionString });
    await second.close();
    const third = await startTestApp({ connectionString: database.connectionString });
    try {
      const created = (await turns()).filter(({ state }) => state === 'created');
      expect(created).toHaveLength(1);
    } finally {
      await third.close();
    }
  });

  it('sweeps in each of its runs', async () => {
    const rest = async () => {
      const states = (await turns()).map(({ state }) => state);
      return states.includes('created') && !states.includes('active');
    };
    for (let round = 0; round < 2; round++) {
      await expect.poll(rest).toBe(true);
      await addWindow(first.db);
      // Makes the next run of the task due now, and moves the previous run into the past.
      await executeRaw(
        first.db,
        `delete from pgboss.job where name = 'sweep-ended' and state = 'completed'`,
      );
      await executeRaw(
        first.db,
        `update pgboss.job set start_after = now(), singleton_on = singleton_on - interval '1 day'
         where name = 'sweep-ended'`,
      );
      await wakeWorkers(first.db, 'sweep-ended');
      await expect.poll(windows).toBe(0);
    }
    await eventually(async () =>
      expect((await turns()).at(-1)).toMatchObject({ state: 'created', is_later: true }),
    );
  });

  it('limits a run to less than the interval between runs', () => {
    expect(sweepEnded.expireSeconds).toBeLessThan(sweepEnded.everySeconds!);
  });
});
