import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { START_ERROR_EXIT_CODE } from '../../src/start-error.ts';
import {
  createProjectOf,
  openAccount,
  type ServiceProcess,
  send,
  startDatabaseServer,
  startProcess,
  type TestDatabaseServer,
} from '../processes/process.ts';
import { hasPgbouncer, startPgbouncer, type TestPgbouncer } from './pgbouncer.ts';
import { makeTestDirectory, queryRows } from './postgres.ts';

const POOL_SIZE = 4;

describe.skipIf(!hasPgbouncer)('PgBouncer (package pgbouncer)', () => {
  let server: TestDatabaseServer;
  let dataDir: string;
  beforeAll(async () => {
    server = await startDatabaseServer();
    dataDir = makeTestDirectory();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  describe.each([
    { poolMode: 'session', variable: 'DATABASE_URL', warns: false },
    { poolMode: 'transaction', variable: 'DATABASE_URL', warns: true },
    { poolMode: 'transaction', variable: 'DATABASE_POOL_URL', warns: false },
  ] as const)('with pool_mode=$poolMode in $variable', ({ poolMode, variable, warns }) => {
    const isPool = variable === 'DATABASE_POOL_URL';
    let pooler: TestPgbouncer;
    let services: ServiceProcess[] = [];
    beforeAll(async () => {
      pooler = await startPgbouncer(server.connectionString, {
        poolMode,
        ...(isPool && { poolSize: POOL_SIZE }),
      });
      const urls = { DATABASE_URL: server.connectionString, [variable]: pooler.connectionString };
      const { DATABASE_URL: databaseUrl, ...env } = urls;
      const given = { dataDir, databaseUrl, env };
      // The processes start one after the other, so that the second process would find any settings that the first
      // process left in a shared session.
      services = [await startProcess({ ...given, role: 'all' })];
      services.push(await startProcess({ ...given, role: 'api' }));
    });
    afterAll(async () => {
      await Promise.all(services.map((service) => service.stop()));
      await pooler.stop();
    });

    it('lets two processes run the main workflow and show the releases of each other', async () => {
      const account = await openAccount(services[0]!);
      const clients = services.map((service) => account.client(service));
      const { id: projectId } = await createProjectOf(clients[0]!);
      const path = `/v1/i18n/bundles/${projectId}/production/de?shape=flat&envelope=false`;
      for (const version of [1, 2]) {
        const client = clients[version % 2]!;
        const { data } = await client.i18n.projects.import(
          {
            projectId,
            locale: 'en',
            targetLocales: ['de'],
            translateMissing: true,
            content: { [`title_${version}`]: `Hello ${version}` },
          },
          { waitSeconds: 30 },
        );
        expect(data.translation?.status).toBe('completed');
        await client.i18n.releases.create({ projectId, environment: 'production' });
        for (const service of services) {
          await eventually(async () =>
            expect(Object.keys((await send(service, 'GET', path)).body)).toHaveLength(version),
          );
        }
      }
      for (const service of services) {
        expect((await send(service, 'GET', '/health/ready')).status).toBe(200);
      }
    });

    it('serves concurrent edits and searches of two processes', async () => {
      const account = await openAccount(services[1]!);
      const clients = services.map((service) => account.client(service));
      const { id: projectId } = await createProjectOf(clients[0]!);
      const content = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`key_${n}`, 'x']));
      await clients[0]!.i18n.projects.import({ projectId, locale: 'en', content });
      const { data: keys } = await clients[0]!.i18n.keys.list({ projectId });
      // Only a few edits run at once, because edits of one locale wait for each other for at most 5 s.
      for (let round = 0; round < 4; round++) {
        await Promise.all(
          keys.map(async ({ id: keyId }, index) => {
            const { i18n } = clients[index % 2]!;
            const text = `Round ${round} (${index})`;
            await i18n.values.put({ projectId, keyId, localeCode: 'en', text });
            const { data } = await i18n.values.list({ projectId, locale: 'en', q: text });
            expect(data.map((value) => value.keyId)).toEqual([keyId]);
          }),
        );
      }
    });

    if (isPool) {
      it('serves all connections except the connections of the watch and the queue', async () => {
        const rows = await queryRows(
          server.connectionString,
          `select application_name as name, count(*) as count from pg_stat_activity
         where application_name like 'parlance%' group by 1`,
        );
        const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]));
        // Two processes without the pooler could have twenty connections.
        expect(counts.get('parlance')).toBeLessThanOrEqual(POOL_SIZE);
        expect(counts.get('parlance-watch')).toBe(services.length);
        expect(counts.get('parlance-queue')).toBeGreaterThan(0);
      });
    }

    it('keeps no advisory lock and no setting in shared sessions after the starts', async () => {
      expect(
        await queryRows(
          server.connectionString,
          `select objid from pg_locks where locktype = 'advisory' and objid = 7203641`,
        ),
      ).toEqual([]);
      for (let n = 0; n < 20; n++) {
        expect(await queryRows(pooler.connectionString, 'show lock_timeout')).toEqual([
          { lock_timeout: '0' },
        ]);
      }
    });

    it(`${warns ? 'causes a' : 'causes no'} log line about undelivered notifications`, () => {
      for (const { lines } of services) {
        expect(lines.some((line) => line.includes('notifications do not work'))).toBe(warns);
      }
    });
  });

  it('prevents the start of a process with pool_mode=statement, and the last log line names the reason', async () => {
    const pooler = await startPgbouncer(server.connectionString, { poolMode: 'statement' });
    try {
      const databaseUrl = pooler.connectionString;
      const refused = await startProcess({ dataDir, databaseUrl, waitsUntilReady: false });
      expect(await refused.ended).toBe(START_ERROR_EXIT_CODE);
      const last = refused.lines.at(-1);
      expect(last).toMatch(/rejects transactions/);
      expect(last).not.toContain('   at ');
    } finally {
      await pooler.stop();
    }
  });
});
