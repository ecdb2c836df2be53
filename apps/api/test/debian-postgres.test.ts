import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../src/db/migrate.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createBrowser } from './browser.ts';
import { createProject, createTenant } from './build.ts';
import { execute, withDatabase } from './postgres.ts';

const VERSIONS_DIR = '/usr/lib/postgresql';

/** The programs of the distribution's newest PostgreSQL; null where it has none. */
function findBinDir(): string | null {
  if (!existsSync(VERSIONS_DIR)) return null;
  const newest = readdirSync(VERSIONS_DIR)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1);
  const binDir = newest && join(VERSIONS_DIR, newest, 'bin');
  return binDir && existsSync(join(binDir, 'initdb')) ? binDir : null;
}

const binDir = findBinDir();

describe.skipIf(binDir === null)('the distribution’s own PostgreSQL (package postgresql)', () => {
  let dir: string;
  let connectionString: string;
  let app: TestApp;

  /** PostgreSQL refuses to run as root. */
  const run = (program: string, args: string[]): void => {
    const isRoot = userInfo().uid === 0;
    const command = isRoot
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      : [];
    const [file, ...rest] = [...command, join(binDir!, program), ...args];
    execFileSync(file!, rest, { cwd: '/', stdio: 'ignore', timeout: 60_000 });
  };

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'parlance-debian-'));
    if (userInfo().uid === 0) {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
      );
      chownSync(dir, uid!, gid!);
    }
    chmodSync(dir, 0o755);
    const data = join(dir, 'data');
    run('initdb', ['-D', data, '-U', 'parlance', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
    const options = `-c listen_addresses='' -c unix_socket_directories='${dir}' -c fsync=off`;
    run('pg_ctl', ['-D', data, '-w', '-l', join(dir, 'log'), '-o', options, 'start']);
    connectionString = `postgresql:///postgres?host=${encodeURIComponent(dir)}&user=parlance`;
    await migrateDatabase(connectionString);
    app = await startTestApp({ connectionString });
  }, 120_000);

  afterAll(async () => {
    await app?.close();
    run('pg_ctl', ['-D', join(dir, 'data'), '-m', 'immediate', '-w', 'stop']);
    rmSync(dir, { recursive: true, force: true });
  });

  it('is at least version 15, the oldest that is supported', async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    await client.end();
    expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000);
  });

  it('carries the main way: sign-up by mail, import, search, release, bundle', async () => {
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

  it('gives back from a dump, as docs/operations.md has it, bundle, key, session and tasks', async () => {
    const { client, apiKey, user } = await createTenant(app);
    const { id: projectId } = await createProject(client);
    const content = { item_one: '{n} item', item_other: '{n} items' };
    await client.i18n.projects.import({ projectId, locale: 'en', content, targetLocales: ['pl'] });
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

    const dump = join(dir, 'parlance.dump');
    run('pg_dump', ['--format=custom', `--file=${dump}`, connectionString]);
    await execute(connectionString, 'create database restored');
    const restored = withDatabase(connectionString, 'restored');
    run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restored}`, dump]);
    expect(await migrateDatabase(restored)).toEqual([]);
    const again = await startTestApp({ connectionString: restored });
    try {
      expect(await view(again)).toEqual(before);
      // A mail is a task: the queue came back too.
      await createTenant(again);
    } finally {
      await again.close();
    }
  });
});
