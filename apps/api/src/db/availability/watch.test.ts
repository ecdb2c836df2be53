import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  startDatabaseServer,
  type TestDatabaseServer,
  until,
} from '../../../test/processes/process.ts';
import { execute } from '../../../test/servers/postgres.ts';
import { openDb } from '../client.ts';
import { tellsOfAway } from './away.ts';
import { Troubles } from './troubles.ts';
import { type DatabaseWatch, watchDatabase } from './watch.ts';

const LIMIT_MS = 60_000;

let server: TestDatabaseServer;
let watch: DatabaseWatch;
let changes: boolean[];
const db = () => openDb(server.connectionString, { maxConnections: 3, onIdleError: () => {} });

beforeAll(async () => {
  server = await startDatabaseServer();
});
afterAll(() => server.stop());
afterEach(() => watch.stop());

async function start(onSilent: () => void = () => {}): Promise<void> {
  changes = [];
  watch = watchDatabase({
    connectionString: server.connectionString,
    pooling: 'session',
    troubles: new Troubles({ probe: async () => {}, onChange: () => {} }),
    silenceMs: 1_000,
    onSilent,
    onChange: (isUp) => changes.push(isUp),
  });
  await until('up', () => watch.isUp, LIMIT_MS, 5);
}

describe('the watch of the database', () => {
  it('delivers notifications, and reports when notifications may have been missed', async () => {
    await start();
    const heard: string[] = [];
    let stands = 0;
    watch.listen('watch_test', {
      onNotification: (payload) => heard.push(payload),
      onListening: () => stands++,
      onLost: () => {},
    });
    await until('listening', () => stands === 1, LIMIT_MS, 5);
    await execute(server.connectionString, "notify watch_test, 'one'");
    await until('the notification', () => heard.length === 1, LIMIT_MS, 5);
    await execute(
      server.connectionString,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parlance-watch'",
    );
    await until('listening again', () => stands === 2, LIMIT_MS, 5);
    await execute(server.connectionString, "notify watch_test, 'two'");
    await until('the second notification', () => heard.length === 2, LIMIT_MS, 5);
    expect(heard).toEqual(['one', 'two']);
    expect(changes).toEqual([false, true]);
  });

  it('detects a silent database, and queries that wait for the database fail as unavailable', async () => {
    const client = db();
    await start(() => client.cut());
    await client.pool.query('select 1');
    const transaction = await client.pool.connect();
    await transaction.query('begin');
    server.freeze();
    try {
      const troubles = new Troubles({ probe: client.probe, onChange: () => {} });
      expect((await troubles.find(300))?.kind).toBe('away');
      troubles.stop();
      const fates = await Promise.all(
        [
          client.pool.query('select 1'),
          transaction.query('select 1'),
          client.pool.query('select 1'),
        ].map((query) =>
          query.then(
            () => null,
            (error: Error) => error,
          ),
        ),
      );
      expect(fates.map((fate) => fate && tellsOfAway(fate))).toEqual([true, true, true]);
      expect(watch.isSilent).toBe(true);
      expect(watch.isUp).toBe(false);
    } finally {
      server.thaw();
    }
    transaction.release();
    await until('up again', () => watch.isUp && !watch.isSilent, LIMIT_MS);
    expect((await client.pool.query('select 1')).rowCount).toBe(1);
    await client.close();
  });

  it('survives a restart of the database and a connection that breaks in a transaction', async () => {
    const client = db();
    await start();
    const transaction = await client.pool.connect();
    await transaction.query('begin');
    server.kill();
    await until('down', () => !watch.isUp, LIMIT_MS);
    expect(watch.isSilent).toBe(false);
    await sleep(50);
    const fate = await transaction.query('select 1').catch((error: Error) => error);
    expect(tellsOfAway(fate as Error)).toBe(true);
    transaction.release();
    await server.restart();
    await until('up again', () => watch.isUp, LIMIT_MS);
    await client.close();
  });
});

describe('tellsOfAway', () => {
  it('returns true only for connection errors', () => {
    const withCode = (code: string) => Object.assign(new Error('x'), { code });
    for (const code of ['ECONNREFUSED', '57P01', '08006']) {
      expect(tellsOfAway(withCode(code))).toBe(true);
    }
    for (const code of ['23505', '40001', 'ERR_X', '57014']) {
      expect(tellsOfAway(withCode(code))).toBe(false);
    }
    expect(tellsOfAway(new Error('Connection terminated unexpectedly'))).toBe(true);
  });
});
