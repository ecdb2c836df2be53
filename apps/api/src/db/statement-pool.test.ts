import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/servers/postgres.ts';
import { type DbClient, openDb } from './client.ts';
import { SQL_STATES, sqlStateOf } from './fault.ts';
import { namedStatement } from './statements/named-statements.ts';

let database: TestDatabase;
let client: DbClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDb(database.connectionString, { maxConnections: 1, onIdleError: () => {} });
  await sql`create table sent (id int primary key)`.execute(client.db);
});
afterAll(async () => {
  await client?.close();
  await database?.drop();
});
beforeEach(async () => {
  await sql`truncate sent`.execute(client.db);
});

const insertAhead = namedStatement(
  'insert_ahead',
  (_, id: RawBuilder<number>) => sql`insert into sent (id) values (${id}::int)`,
  { isSentAhead: true },
);

const ids = async (): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from sent order by id`.execute(client.db);
  return rows.map(({ id }) => id);
};

describe('a statement that is sent ahead', () => {
  it('runs before the next statement, and commits with the transaction', async () => {
    const seen = await client.db.transaction().execute(async (tx) => {
      await insertAhead(tx, 1);
      await insertAhead(tx, 2);
      const { rows } = await sql<{ count: number }>`select count(*) from sent`.execute(tx);
      await insertAhead(tx, 3);
      return rows[0]!.count;
    });
    expect(seen).toBe(2);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('fails the next statement with its error, and the transaction is rolled back', async () => {
    const failing = client.db.transaction().execute(async (tx) => {
      await insertAhead(tx, 1);
      await insertAhead(tx, 1);
      await sql`select 1`.execute(tx);
    });
    expect(sqlStateOf(await failing.catch((error: unknown) => error))).toBe(
      SQL_STATES.uniqueViolation,
    );
    expect(await ids()).toEqual([]);
  });

  it('fails the commit with its error if no statement follows', async () => {
    const failing = client.db.transaction().execute(async (tx) => {
      await insertAhead(tx, 1);
      await insertAhead(tx, 1);
    });
    expect(sqlStateOf(await failing.catch((error: unknown) => error))).toBe(
      SQL_STATES.uniqueViolation,
    );
    expect(await ids()).toEqual([]);
  });

  it('rolls back if the transaction fails before the result arrives', async () => {
    const failing = client.db.transaction().execute(async (tx) => {
      await insertAhead(tx, 1);
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    expect(await ids()).toEqual([]);
  });

  it('rejects its own call if it fails outside a transaction', async () => {
    await insertAhead(client.db, 1);
    await expect(insertAhead(client.db, 1)).rejects.toThrow('duplicate key');
    await client.db.transaction().execute(() => Promise.resolve());
    await expect(insertAhead(client.db, 1)).rejects.toThrow('duplicate key');
    expect(await ids()).toEqual([1]);
  });

  it('fails with the error of the connection if the connection breaks', async () => {
    const failing = client.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      client.cut();
      await insertAhead(tx, 1);
    });
    await expect(failing).rejects.toThrow(/connection/i);
    expect(await ids()).toEqual([]);
  });
});
