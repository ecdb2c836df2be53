import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, execute, type TestDatabase } from '../../../test/servers/postgres.ts';
import { type DbClient, openDb } from '../client.ts';
import type { TroubleKind } from './trouble.ts';

const ROLE = `plain_${randomBytes(6).toString('hex')}`;

let database: TestDatabase;
let client: DbClient;
beforeAll(async () => {
  database = await createTestDatabase();
  await execute(database.connectionString, `create role ${ROLE} login`);
  client = openDb(database.connectionString.replace(/\/\/[^@/?]*@/, `//${ROLE}@`), {
    maxConnections: 2,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await client.close();
  await database.drop();
  await execute(database.connectionString.replace(/test_\w+/, 'postgres'), `drop role ${ROLE}`);
});

describe('the probe of the database', () => {
  it('needs no special privilege, and reports each of its steps', async () => {
    const steps: TroubleKind[] = [];
    await client.probe((kind) => steps.push(kind));
    expect(steps).toEqual(['away', 'away']);
  });

  it('waits for a connection if all connections are in use', async () => {
    const held = await Promise.all([client.pool.connect(), client.pool.connect()]);
    const steps: TroubleKind[] = [];
    const probing = client.probe((kind) => steps.push(kind));
    expect(steps).toEqual(['connections']);
    for (const connection of held) connection.release();
    await probing;
  });

  it('writes to the disk, and leaves its connection in a clean state', async () => {
    const limit = (value: string) =>
      execute(database.connectionString, `alter role ${ROLE} set temp_file_limit = ${value}`);
    await limit("'512kB'");
    const [first] = await Promise.all([client.pool.connect(), client.pool.connect()]).then((held) =>
      held.map((connection) => connection.release(true)),
    );
    expect(first).toBeUndefined();
    await expect(client.probe(() => {})).rejects.toMatchObject({ code: '53400' });
    expect(client.pool.idleCount).toBe(client.pool.totalCount);
    const { rows } = await client.pool.query('show work_mem');
    expect(rows[0].work_mem).not.toBe('64kB');
    expect(
      (await client.pool.query('select pg_current_xact_id_if_assigned() as xid')).rows,
    ).toEqual([{ xid: null }]);
  });
});
