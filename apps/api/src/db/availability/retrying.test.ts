import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/servers/postgres.ts';
import { type Db, type DbClient, openDb } from '../client.ts';
import { isContention, onceOnly } from './retrying.ts';

let database: TestDatabase;
let client: DbClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDb(database.connectionString, { maxConnections: 6, onIdleError: () => {} });
  await sql`create table pair (id int primary key, count int not null)`.execute(client.db);
  await sql`insert into pair values (1, 0), (2, 0)`.execute(client.db);
});
afterAll(async () => {
  await client?.close();
  await database?.drop();
});

const countUp = (tx: Db, id: number) =>
  sql`update pair set count = count + 1 where id = ${id}`.execute(tx);

const counts = async (): Promise<number[]> => {
  const { rows } = await sql<{ count: number }>`select count from pair order by id`.execute(
    client.db,
  );
  return rows.map(({ count }) => count);
};

async function cross(begin: (db: Db) => Pick<Db, 'transaction'>): Promise<unknown[]> {
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const outcomes = await Promise.allSettled(
    [1, 2].map((own, index) =>
      begin(client.db)
        .transaction()
        .execute(async (tx) => {
          await countUp(tx, own);
          held[index]!.resolve();
          await held[1 - index]!.promise;
          await countUp(tx, 3 - own);
        }),
    ),
  );
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}

describe('a transaction', () => {
  it('runs again if PostgreSQL has rolled it back to end a deadlock', async () => {
    const before = await counts();
    expect(await cross((db) => db)).toEqual([]);
    expect(await counts()).toEqual(before.map((count) => count + 2));
  });

  it('runs only once if its caller is responsible for retries', async () => {
    const faults = await cross(onceOnly);
    expect(faults.map(isContention)).toEqual([true]);
  });

  it('runs again after a serialization failure, in the requested isolation level', async () => {
    const before = await counts();
    let runs = 0;
    await client.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`select count from pair`.execute(tx);
        if (++runs === 1) await countUp(client.db, 1);
        await countUp(tx, 1);
      });
    expect(runs).toBe(2);
    expect(await counts()).toEqual([before[0]! + 2, before[1]]);
  });

  it('fails after the sixth deadlock, and after the first error of another kind', async () => {
    let runs = 0;
    const lose = client.db.transaction().execute(async (tx) => {
      runs++;
      await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx);
    });
    expect(isContention(await lose.catch((error: unknown) => error))).toBe(true);
    expect(runs).toBe(6);
    runs = 0;
    const fail = client.db.transaction().execute(async (tx) => {
      runs++;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(fail).rejects.toThrow(/division by zero/);
    expect(runs).toBe(1);
  });
});
