import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { createDebianServer, type DebianServer, debianBinDir } from '../servers/debian.ts';
import { queryRows } from '../servers/postgres.ts';

/** Timeout of steps that take some seconds by design, on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };

describe.skipIf(debianBinDir === null)(
  'a service with a primary and a standby (package postgresql)',
  () => {
    let port: number;
    let primary: DebianServer;
    let standby: DebianServer;
    let app: TestApp;
    let tenant: Tenant;
    let projectId: string;

    const atAddress = () => ({ listen_addresses: '127.0.0.1', port });

    beforeAll(async () => {
      port = await findFreePort();
      primary = createDebianServer({ port });
      primary.start({ ...atAddress(), synchronous_standby_names: '*' });
      const connectionString = `postgresql://parlance@127.0.0.1:${port}/postgres`;
      standby = createDebianServer({ port, standbyOf: primary });
      standby.start();
      await migrateDatabase(connectionString);
      app = await startTestApp({ connectionString, env: { RATE_LIMITS: 'on' } });
      tenant = await createTenant(app);
      projectId = (await createProject(tenant.client)).id;
    });
    afterAll(async () => {
      await app?.close();
      standby?.remove();
      primary?.remove();
    });

    const importTitle = (title: string, idempotencyKey: string = title) =>
      tenant.client.i18n.projects.import(
        { projectId, locale: 'en', content: { title } },
        { idempotencyKey },
      );
    const readTitle = async () =>
      (await tenant.client.i18n.values.list({ projectId, locale: 'en' })).data[0]?.text;
    const readyStatus = async () => (await fetch(`${app.url}/health/ready`)).status;
    const unavailable = { code: 'service_unavailable', status: 503, retryAfterSeconds: 5 };

    it('refuses changes with 503 and continues reads without the standby, and recovers with the standby', async () => {
      await importTitle('Confirmed');
      expect(await readyStatus()).toBe(200);
      standby.stop();
      // The service cannot store the Idempotency-Key of this import, so it does not start the import.
      await expect(importTitle('Unconfirmed')).rejects.toMatchObject(unavailable);
      expect(await readyStatus()).toBe(503);
      await expect(importTitle('Refused')).rejects.toMatchObject(unavailable);
      expect(await readTitle()).toBe('Confirmed');
      standby.start();
      await vi.waitFor(async () => expect(await readyStatus()).toBe(200), PATIENCE);
      await importTitle('Unconfirmed');
      expect(await readTitle()).toBe('Unconfirmed');
      // The standby has all writes that the service has confirmed.
      expect(
        await queryRows(
          standby.connectionString,
          'select count(*)::int as count from translation_value',
        ),
      ).toEqual([{ count: 1 }]);
    });

    it('recovers from a lost primary: reads return first, and changes return after the promotion', async () => {
      await importTitle('Before');
      primary.stop();
      await vi.waitFor(async () => expect(await readyStatus()).toBe(503), PATIENCE);
      await expect(importTitle('Away')).rejects.toMatchObject({ code: 'service_unavailable' });
      standby.stop();
      standby.start({ ...atAddress(), synchronous_standby_names: '' });
      // The clock is moved far enough for a write of the request counts and of the key's last use.
      app.clock.advance(10 * 60_000);
      await vi.waitFor(async () => expect(await readTitle()).toBe('Before'), PATIENCE);
      await expect(importTitle('Recovering')).rejects.toMatchObject(unavailable);
      expect(await readyStatus()).toBe(503);
      standby.promote();
      await vi.waitFor(async () => expect(await readyStatus()).toBe(200), PATIENCE);
      await importTitle('After');
      expect(await readTitle()).toBe('After');
    });
  },
);
