import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPgbouncer, startPgbouncer } from '../../test/servers/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../test/servers/postgres.ts';
import { findApiKeyByToken } from '../domain/people/api-key/api-key.store.ts';
import { openDb } from './client.ts';
import { findPooling } from './pooling.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('findPooling', () => {
  it('reports session mode if there is no pooler', async () => {
    expect(await findPooling(database.connectionString)).toBe('session');
  });

  describe.skipIf(!hasPgbouncer)('behind PgBouncer (package pgbouncer)', () => {
    it.each([
      { poolMode: 'session', poolSize: 2 },
      { poolMode: 'session', poolSize: 20 },
      { poolMode: 'transaction', poolSize: 1 },
      { poolMode: 'transaction', poolSize: 2 },
      { poolMode: 'transaction', poolSize: 20 },
    ] as const)('reports $poolMode with pool_size=$poolSize', async ({ poolMode, poolSize }) => {
      const pooler = await startPgbouncer(database.connectionString, { poolMode, poolSize });
      try {
        expect(await findPooling(pooler.connectionString)).toBe(poolMode);
      } finally {
        await pooler.stop();
      }
    });

    it('refuses a pool of one connection, and names the remedy', async () => {
      const pooler = await startPgbouncer(database.connectionString, {
        poolMode: 'session',
        poolSize: 1,
      });
      try {
        await expect(
          findPooling(pooler.connectionString, { secondAnswerMs: 100 }),
        ).rejects.toMatchObject({
          name: 'DatabaseError',
          message: expect.stringMatching(/no second connection .* Increase its pool size\.$/),
        });
      } finally {
        await pooler.stop();
      }
    });

    it.each([false, true])(
      'reports shared connections while other clients use the connections (round robin: %s)',
      async (isRoundRobin) => {
        const pooler = await startPgbouncer(database.connectionString, {
          poolMode: 'transaction',
          settings: { server_round_robin: isRoundRobin ? 1 : 0 },
        });
        const others = Array.from(
          { length: 6 },
          () => new pg.Client({ connectionString: pooler.connectionString }),
        );
        let isOver = false;
        const traffic = others.map(async (client) => {
          await client.connect();
          while (!isOver) await client.query('select 1');
          await client.end();
        });
        try {
          for (let n = 0; n < 20; n++) {
            expect(await findPooling(pooler.connectionString)).toBe('transaction');
          }
        } finally {
          isOver = true;
          await Promise.all(traffic);
          await pooler.stop();
        }
      },
    );

    it('allows prepared statements only if connections are not shared', async () => {
      const pooler = await startPgbouncer(database.connectionString, { poolMode: 'transaction' });
      const namesOf = async (connectionString: string): Promise<unknown> => {
        const pooling = await findPooling(connectionString);
        const client = openDb(connectionString, {
          maxConnections: 1,
          pooling,
          onIdleError: () => {},
        });
        await client.db.selectFrom('organization').select('id').execute();
        await findApiKeyByToken(client.db, Buffer.alloc(32), new Date());
        const { rows } = await client.pool.query(
          'select count(*) as count from pg_prepared_statements',
        );
        await client.close();
        return rows[0].count;
      };
      try {
        expect(await namesOf(database.connectionString)).toBe(1);
        expect(await namesOf(pooler.connectionString)).toBe(0);
      } finally {
        await pooler.stop();
      }
    });
  });
});
