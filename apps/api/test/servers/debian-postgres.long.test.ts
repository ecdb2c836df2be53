import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run-admin.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createBrowser } from '../app/browser.ts';
import { createProject, createTenant, signUpAndVerify } from '../app/build.ts';
import { createDebianServer, type DebianServer, debianBinDir, runDebianScript } from './debian.ts';
import { createTestDatabase, execute, withDatabase } from './postgres.ts';

describe.skipIf(debianBinDir === null)(
  'the distribution’s own PostgreSQL (package postgresql)',
  () => {
    let server: DebianServer;
    let connectionString: string;
    let app: TestApp;

    beforeAll(async () => {
      server = createDebianServer();
      server.start();
      connectionString = server.connectionString;
      await migrateDatabase(connectionString);
      app = await startTestApp({ connectionString });
    });

    afterAll(async () => {
      await app?.close();
      server?.remove();
    });

    it('has at least version 15, the oldest supported version', async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const { rows } = await client.query('show server_version_num');
      await client.end();
      expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000);
    });

    it('runs the main workflow: sign-up by mail, import, search, release, bundle', async () => {
      const { client } = await createTenant(app);
      const { id: projectId } = await createProject(client);
      await client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: { menu: { open: 'Öffnen STRASSE', close: 'Close' } },
      });
      const { data: found } = await client.i18n.values.list({
        projectId,
        locale: 'en',
        q: 'strasse',
      });
      expect(found.map(({ key }) => key)).toEqual(['menu.open']);
      await client.i18n.releases.create({ projectId, environment: 'production' });
      const address = `${app.url}/v1/i18n/bundles/${projectId}/production/en?envelope=false`;
      expect(await (await fetch(address)).json()).toEqual({
        menu: { open: 'Öffnen STRASSE', close: 'Close' },
      });
    });

    it('accepts a copy by `npm run admin -- copy` from the embedded database, which has a newer version', async () => {
      const embedded = await createTestDatabase();
      const source = await startTestApp({ connectionString: embedded.connectionString });
      const { apiKey } = await createTenant(source);
      const { id: projectId } = await createProject(apiKey.client);
      await apiKey.client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: { a: 'Größe' },
      });
      await source.close();
      await execute(connectionString, 'create database moved');
      const moved = withDatabase(connectionString, 'moved');
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const env = { DATABASE_URL: embedded.connectionString };
      const streams = { env, stdin: Readable.from([]), stdout, stderr };
      expect(await runAdmin(['copy', '--to', moved], streams)).toBe(0);
      const again = await startTestApp({ connectionString: moved });
      try {
        const { data } = await again
          .client(apiKey.token)
          .i18n.values.list({ projectId, locale: 'en' });
        expect(data.map(({ text }) => text)).toEqual(['Größe']);
      } finally {
        await again.close();
        await embedded.drop();
      }
    });

    it('restores bundles, keys, sessions and tasks from a dump, as docs/operations.md describes', async () => {
      const { client, apiKey, user } = await createTenant(app);
      const { id: projectId } = await createProject(client);
      const content = { item_one: '{n} item', item_other: '{n} items' };
      await client.i18n.projects.import({
        projectId,
        locale: 'en',
        content,
        targetLocales: ['pl'],
      });
      await client.i18n.releases.create({ projectId, environment: 'production' });
      const view = async (service: TestApp) => {
        const mine = service.client(apiKey.token);
        const bundle = await fetch(`${service.url}/v1/i18n/bundles/${projectId}/production/en`);
        const { data: session } = await createBrowser(service, {
          jar: user.jar,
        }).client.auth.session();
        return {
          etag: bundle.headers.get('etag'),
          bundle: await bundle.json(),
          session,
          values: (await mine.i18n.values.list({ projectId })).data,
          locales: (await mine.i18n.locales.list({ projectId })).data,
          audit: (await mine.auditLog.list()).data,
        };
      };
      const before = await view(app);
      expect(before.session.user?.id).toBe(user.id);

      const restored = withDatabase(connectionString, 'restored');
      const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
      const lines = page.match(/^(pg_dump .*"\$DATABASE_URL"|createdb .*|pg_restore .*)$/gm)!;
      expect(lines.map((line) => line.split(' ')[0])).toEqual([
        'pg_dump',
        'createdb',
        'pg_restore',
      ]);
      runDebianScript(lines.join('\n'), server.dir, {
        DATABASE_URL: connectionString,
        RESTORED: restored,
      });
      expect(await migrateDatabase(restored)).toEqual([]);
      const again = await startTestApp({ connectionString: restored });
      try {
        expect(await view(again)).toEqual(before);
        // A mail is a task, so the queue was restored, too.
        await signUpAndVerify(again);
      } finally {
        await again.close();
      }
    });
  },
);
