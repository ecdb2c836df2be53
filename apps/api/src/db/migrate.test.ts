import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../test/build.ts';
import {
  createTestDatabase,
  execute,
  type TestDatabase,
  withDatabase,
} from '../../test/postgres.ts';
import { DatabaseError } from './await-database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIGRATIONS = listMigrations();
/** With this one keys, values, releases, jobs and usage are there. */
const FIRST_WHOLE = MIGRATIONS.findIndex(({ name }) => name.startsWith('0004_'));

let home: TestDatabase;
const made: string[] = [];

async function createEmptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(8).toString('hex')}`;
  await execute(home.connectionString, `create database ${name} template template0`);
  made.push(name);
  return withDatabase(home.connectionString, name);
}

async function query(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(async () => {
  for (const name of made) {
    await execute(home.connectionString, `drop database if exists ${name} with (force)`);
  }
  await home.drop();
});

describe('migrations', () => {
  it('are applied once, in order, by processes that start together', async () => {
    const database = await createEmptyDatabase();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database)));
    const names = MIGRATIONS.map(({ name }) => name);
    expect(applied.flat().sort()).toEqual(names);
    for (const own of applied) expect(own).toEqual(own.toSorted());
    expect(await migrateDatabase(database)).toEqual([]);
  });

  it('that wait for another process say so in the log after 2 s, and go on when it has ended', async () => {
    const database = await createEmptyDatabase();
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    // As a migration takes it, or an earlier version did for its whole session.
    await other.query('select pg_advisory_lock(7203641)');
    const lines: string[] = [];
    const migrating = migrateDatabase(database, MIGRATIONS, { info: (line) => lines.push(line) });
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 20_000, interval: 50 });
    expect(lines).toEqual(['Waiting for another process to finish migrations']);
    await other.end();
    expect(await migrating).toHaveLength(MIGRATIONS.length);
    expect(lines).toHaveLength(1);
  });

  it('of a database that is read-only are refused in one sentence', async () => {
    const database = await createEmptyDatabase();
    const name = made.at(-1);
    await execute(
      home.connectionString,
      `alter database ${name} set default_transaction_read_only = on`,
    );
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/read-only/);
  });

  it('of which one fails leave those before it, and nothing of itself', async () => {
    const database = await createEmptyDatabase();
    const [first, ...rest] = MIGRATIONS;
    const broken = { name: '0002_broken.sql', sql: 'create table half (id int); select nothing;' };
    await expect(migrateDatabase(database, [first!, broken])).rejects.toThrow(/nothing/);
    const tables = await query(database, "select to_regclass('half') as half");
    expect(tables).toEqual([{ half: null }]);
    expect(await migrateDatabase(database)).toEqual(rest.map(({ name }) => name));
  });

  it('of a newer version keep this one from starting, and are named', async () => {
    const database = await createEmptyDatabase();
    const newer = { name: '9999_later.sql', sql: 'select 1' };
    await migrateDatabase(database, [...MIGRATIONS, newer]);
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/newer version.*9999_later\.sql/);
  });
});

describe('data of an earlier version', () => {
  let now: TestApp;
  let tenant: Tenant;
  let projectId: string;
  beforeAll(async () => {
    now = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
    tenant = await createTenant(now);
    ({ id: projectId } = await createProject(tenant.client));
    const { i18n } = tenant.client;
    const content = { title: 'Hello', item_one: '{n} item', item_other: '{n} items', old: 'Gone' };
    await i18n.projects.import({ projectId, locale: 'en', content, targetLocales: ['de', 'pl'] });
    await i18n.projects.import({ projectId, locale: 'de', content: { title: 'Hallo', old: 'x' } });
    await i18n.projects.import({ projectId, locale: 'en', content: { title: 'Hello there' } });
    const keys = (await i18n.keys.list({ projectId })).data;
    await i18n.keys.update({ projectId, keyId: keys[0]!.id, name: 'heading' });
    await i18n.keys.delete({ projectId, keyId: keys.find(({ name }) => name === 'old')!.id });
    await i18n.releases.create({ projectId, environment: 'production' });
    await tenant.client.translate.jobs.create(
      { strings: ['One', 'Two'], sourceLocale: 'en', targetLocales: ['de'], engine: 'pseudo' },
      { waitSeconds: 20 },
    );
  });
  afterAll(() => now.close());

  /** What its owner sees: the same before and after an upgrade. */
  async function view(app: TestApp): Promise<unknown> {
    const { i18n, dashboard, translate, auditLog } = app.client(tenant.apiKey.token);
    const bundle = await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/de`);
    const releases = (await i18n.releases.list({ projectId })).data;
    return {
      bundle: [bundle.headers.get('etag'), await bundle.json()],
      // Findings of the checks are younger than releases.
      releases: releases.map(({ checks: _, ...release }) => release),
      locales: (await i18n.locales.list({ projectId })).data,
      keys: (await i18n.keys.list({ projectId, archived: true })).data,
      values: (await i18n.values.list({ projectId })).data,
      summary: (await dashboard.summary()).data,
      projects: (await dashboard.projects()).data,
      activity: (await dashboard.activity()).data,
      jobs: (await translate.jobs.list()).data,
      audit: (await auditLog.list()).data,
    };
  }

  /** Tables of the service with their columns, but for what only counts requests. */
  const columnsOf = (database: string) =>
    query(
      database,
      `select table_name as name, array_agg(column_name::text order by column_name) as columns
       from information_schema.columns
       where table_schema = 'public' and table_name not in ('migration', 'rate_window')
       group by table_name order by table_name`,
    ) as unknown as Promise<{ name: string; columns: string[] }[]>;

  async function rowsOf(
    database: string,
    table: { name: string; columns: string[] },
  ): Promise<string[]> {
    const object = table.columns.map((column) => `'${column}', t.${column}`).join(', ');
    const rows = await query(
      database,
      `select jsonb_build_object(${object})::text as row from ${table.name} t order by 1`,
    );
    return rows.map(({ row }) => String(row));
  }

  it.each(MIGRATIONS.slice(FIRST_WHOLE, -1).map(({ name }, at) => [name, FIRST_WHOLE + at]))(
    'as of %s is the same after each later migration, and for its owner',
    async (_, last) => {
      const database = await createEmptyDatabase();
      await migrateDatabase(database, MIGRATIONS.slice(0, Number(last) + 1));
      // Those that a later migration drops hold nothing that is not derived.
      const kept = new Set((await columnsOf(now.connectionString)).map(({ name }) => name));
      const tables = (await columnsOf(database)).filter(({ name }) => kept.has(name));
      const before = new Map<string, string[]>();
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      // Rows come as they are, whatever refers to what and whatever a trigger would make of them.
      await client.query('set session_replication_role = replica');
      for (const table of tables) {
        const rows = await rowsOf(now.connectionString, table);
        const columns = table.columns.join(', ');
        await client.query(
          `insert into ${table.name} (${columns})
           select ${columns} from unnest($1::text[]) as given(row),
             jsonb_populate_record(null::${table.name}, given.row::jsonb)`,
          [rows],
        );
        before.set(table.name, rows);
      }
      await client.end();
      expect([...before.values()].flat().length).toBeGreaterThan(30);

      for (let upTo = Number(last) + 2; upTo <= MIGRATIONS.length; upTo++) {
        await migrateDatabase(database, MIGRATIONS.slice(0, upTo));
        for (const table of tables) {
          expect(await rowsOf(database, table), table.name).toEqual(before.get(table.name));
        }
      }
      const later = await startTestApp({
        connectionString: database,
        env: { MT_ENGINES: 'pseudo' },
      });
      try {
        expect(await view(later)).toEqual(await view(now));
      } finally {
        await later.close();
      }
    },
  );
});
