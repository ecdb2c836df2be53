import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createBrowser } from '../../test/app/browser.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../test/app/build.ts';
import { execute, queryRows, withDatabase } from '../../test/servers/postgres.ts';
import { executeRaw } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { runAdmin } from './run-admin.ts';

const PARTITION = readFileSync(
  new URL('../../../../docs/scaling/partition.sql', import.meta.url),
  'utf8',
);

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const targets: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
  tenant = await createTenant(app);
  const { client } = tenant;
  const parent = await createProject(client);
  ({ id: projectId } = (
    await client.i18n.children.create({ projectId: parent.id, name: 'Child' })
  ).data);
  await client.i18n.projects.import({
    projectId,
    locale: 'en',
    content: { a: 'Größe \\ "x"\t\n', b: 'B {name}', c: '' },
    targetLocales: ['de'],
    translateMissing: true,
  });
  await client.i18n.glossary.create({ projectId, term: 'Parlance', translations: { de: 'P' } });
  await client.i18n.releases.create({ projectId, environment: 'production' });
});
afterAll(async () => {
  await app.close();
  for (const target of targets) {
    await execute(
      app.connectionString.replace(/\/[^/?]*\?/, '/postgres?'),
      `drop database ${target} with (force)`,
    );
  }
});

async function makeTarget(): Promise<string> {
  const name = `target_${randomBytes(6).toString('hex')}`;
  await execute(app.connectionString, `create database ${name} template template0`);
  targets.push(name);
  return withDatabase(app.connectionString, name);
}

async function copyTo(to: string, set: Record<string, string> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = {
    env: { DATABASE_URL: app.connectionString, ...set },
    stdin: Readable.from([]),
    stdout,
    stderr,
  };
  const code = await runAdmin(['copy', '--to', to], streams);
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), said: await text(stderr) };
}

/** Returns the rows of each table as text, in a fixed order. */
async function contentsOf(connectionString: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const contents = new Map<string, string>();
  try {
    const tables = await client.query<{ name: string }>(
      "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and relname <> 'migration'",
    );
    for (const { name } of tables.rows) {
      const { rows } = await client.query(
        `select coalesce(string_agg(t::text, e'\\n' order by t::text collate "C"), '') as text from ${name} t`,
      );
      contents.set(name, rows[0].text);
    }
    return contents;
  } finally {
    await client.end();
  }
}

describe('npm run admin -- copy', () => {
  it('copies every row of every table, and a service can continue on the copy', async () => {
    // Waits until all tasks have ended, because a running task could write during the comparison.
    await eventually(async () => {
      const due = `select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`;
      expect((await executeRaw(app.db, due)).rows).toEqual([]);
      const unindexed = 'select from translation_key where source_hash is null';
      expect((await executeRaw(app.db, unindexed)).rows).toEqual([]);
    });
    // Background work may write at any time, so the test copies again if something was written meanwhile.
    const { to, out, before } = await eventually(async () => {
      const before = await contentsOf(app.connectionString);
      const to = await makeTarget();
      const { code, out, said } = await copyTo(to);
      expect({ code, said }).toEqual({ code: 0, said: '' });
      expect(await contentsOf(app.connectionString)).toEqual(before);
      return { to, out, before };
    });
    const sequences = `select from pg_sequences where schemaname = 'public'`;
    expect((await executeRaw(app.db, sequences)).rows).toEqual([]);
    const after = await contentsOf(to);
    expect(before.size).toBeGreaterThan(30);
    expect([...before.values()].filter((rows) => rows !== '').length).toBeGreaterThan(20);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    for (const [table, rows] of before) expect(after.get(table), table).toBe(rows);
    expect(out).toMatch(/^Copied \d+ rows of \d+ tables\./m);
    expect(out).toContain('keep it, or set SECRET_KEY to the content of secret.key.\n');

    const copied = await startTestApp({ connectionString: to, env: { MT_ENGINES: 'pseudo' } });
    try {
      const { email, password } = tenant.user;
      const { client } = createBrowser(copied);
      await client.auth.signIn({ email, password });
      const keyed = copied.client(tenant.apiKey.token);
      const read = { projectId, environment: 'production', localeCode: 'de' };
      expect((await keyed.i18n.bundles.get(read)).data).toEqual(
        (await tenant.client.i18n.bundles.get(read)).data,
      );
      await keyed.i18n.projects.import({ projectId, locale: 'en', content: { a: 'New' } });
    } finally {
      await copied.close();
    }
    expect(await copyTo(to)).toMatchObject({
      code: 1,
      said: expect.stringContaining('accounts'),
    });
  });

  it('copies into content tables that are partitioned by project', async () => {
    const to = await makeTarget();
    await migrateDatabase(to);
    await execute(to, PARTITION);
    const SECRET_KEY = randomBytes(32).toString('base64');
    expect(await copyTo(to, { SECRET_KEY })).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /set to the new database, and with the same SECRET_KEY as now\. Mails and models stay in DATA_DIR: keep it\.\n$/,
      ),
      said: '',
    });
    const kinds = `select relname as name, relkind as kind from pg_class
      where relname in ('translation_key', 'translation_value', 'release') order by relname`;
    expect((await queryRows(to, kinds)).map(({ kind }) => kind)).toEqual(['p', 'p', 'p']);
    const copied = await startTestApp({ connectionString: to, env: { MT_ENGINES: 'pseudo' } });
    try {
      const keyed = copied.client(tenant.apiKey.token);
      const what = { projectId, locale: 'en', format: 'json' } as const;
      const { data } = await keyed.i18n.projects.export(what);
      expect(data).toEqual((await tenant.client.i18n.projects.export(what)).data);
      await keyed.i18n.projects.import({ projectId, locale: 'en', content: { d: 'New' } });
      const { data: release } = await keyed.i18n.releases.create({
        projectId,
        environment: 'production',
      });
      expect(release).toMatchObject({ status: 'published', version: 2 });
    } finally {
      await copied.close();
    }
  });

  it('takes one consistent snapshot while other connections write', async () => {
    const to = await makeTarget();
    let isCopying = true;
    const writing = (async () => {
      for (let n = 0; isCopying; n++) {
        await tenant.client.i18n.keys.create({ projectId, name: `key-${n}`, value: 'text' });
      }
    })();
    const { code } = await copyTo(to);
    isCopying = false;
    await writing;
    expect(code).toBe(0);
    const contents = await contentsOf(to);
    const count = (table: string): number =>
      contents
        .get(table)!
        .split('\n')
        .filter((row) => row.includes(projectId)).length;
    const keys = count('translation_key');
    expect(keys).toBeGreaterThan(3);
    expect(contents.get('translation_value')!.match(/,text,/g) ?? []).toHaveLength(
      contents.get('translation_key')!.match(/,key-\d+,/g)?.length ?? 0,
    );
  });

  it('refuses an invalid address and a target that is not empty', async () => {
    const to = await makeTarget();
    await execute(to, 'create table invoice ()');
    expect((await copyTo(to)).said).toContain('(invoice)');
    expect(await copyTo('mysql://x')).toMatchObject({ code: 1 });
    expect(await codeOf(tenant.client.i18n.projects.get({ projectId }))).toBe('no error');
  });
});
