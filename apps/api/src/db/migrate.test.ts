import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import {
  createTestDatabase,
  execute,
  type TestDatabase,
  withDatabase,
} from '../../test/servers/postgres.ts';
import { DatabaseError } from './availability/await-database.ts';
import { kindOf, listMigrations, migrateDatabase } from './migrate.ts';

const MIGRATIONS = [
  ...listMigrations(),
  { name: '9001_table.sql', sql: '-- expand\ncreate table example (id int, old_name text)' },
  { name: '9002_column.sql', sql: '-- contract\nalter table example drop column old_name' },
];

const ID = '00000000-0000-7000-8000-00000000000';

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

describe('migrateDatabase', () => {
  it('applies each migration once and in order if several processes start together', async () => {
    const database = await createEmptyDatabase();
    const applied = await Promise.all(
      Array.from({ length: 4 }, () => migrateDatabase(database, MIGRATIONS)),
    );
    const names = MIGRATIONS.map(({ name }) => name);
    expect(applied.flat().sort()).toEqual(names);
    for (const own of applied) expect(own).toEqual(own.toSorted());
    expect(await migrateDatabase(database, MIGRATIONS)).toEqual([]);
  });

  it('stops delivery only for archived projects and environments when it applies 0015_delivery.sql', async () => {
    const database = await createEmptyDatabase();
    const before = listMigrations().filter(({ name }) => name < '0015');
    await migrateDatabase(database, before);
    await execute(
      database,
      `insert into organization (id, name, slug, created_at) values ('${ID}1', 'Org', 'org', now());
       insert into project (id, organization_id, name, slug, source_locale_id, settings, created_at, updated_at,
                            archived_at) values
         ('${ID}2', '${ID}1', 'Old', 'old', 1, '{}', now(), now(), '2026-01-02Z'),
         ('${ID}3', '${ID}1', 'New', 'new', 1, '{}', now(), now(), null);
       insert into environment (project_id, id, name, slug, fallback, created_at, updated_at, archived_at) values
         ('${ID}2', '${ID}4', 'Production', 'production', 'none', now(), now(), null),
         ('${ID}3', '${ID}5', 'Production', 'production', 'none', now(), now(), null),
         ('${ID}3', '${ID}6', 'Staging', 'staging', 'none', now(), now(), '2026-03-04Z')`,
    );
    await migrateDatabase(database, listMigrations());
    const stopped = await query(
      database,
      `select id, delivery_stopped_at as at from project union all
       select id, delivery_stopped_at from environment order by id`,
    );
    expect(stopped).toEqual([
      { id: `${ID}2`, at: new Date('2026-01-02Z') },
      { id: `${ID}3`, at: null },
      { id: `${ID}4`, at: null },
      { id: `${ID}5`, at: null },
      { id: `${ID}6`, at: new Date('2026-03-04Z') },
    ]);
  });

  it('logs after 2 s that it waits for another process, and continues when that process has ended', async () => {
    const database = await createEmptyDatabase();
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query('select pg_advisory_lock(7203641)');
    const lines: string[] = [];
    const migrating = migrateDatabase(database, MIGRATIONS, { info: (line) => lines.push(line) });
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines).toEqual(['Waiting for another process to finish migrations']);
    await other.end();
    expect(await migrating).toHaveLength(MIGRATIONS.length);
    expect(lines).toHaveLength(1);
  });

  it('refuses a read-only database', async () => {
    const database = await createEmptyDatabase();
    const name = made.at(-1);
    await execute(
      home.connectionString,
      `alter database ${name} set default_transaction_read_only = on`,
    );
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/read-only/);
  });

  it('keeps the migrations before a failed migration, and rolls the failed migration back', async () => {
    const database = await createEmptyDatabase();
    const [first, ...rest] = MIGRATIONS;
    const broken = {
      name: '0002_broken.sql',
      sql: '-- expand\ncreate table half (id int); select nothing;',
    };
    await expect(migrateDatabase(database, [first!, broken])).rejects.toThrow(/nothing/);
    const tables = await query(database, "select to_regclass('half') as half");
    expect(tables).toEqual([{ half: null }]);
    expect(await migrateDatabase(database, MIGRATIONS)).toEqual(rest.map(({ name }) => name));
  });

  it('accepts a database that a newer version has expanded', async () => {
    const database = await createEmptyDatabase();
    await migrateDatabase(database, MIGRATIONS.slice(0, -1));
    expect(await migrateDatabase(database)).toEqual([]);
  });

  it('only expands the schema in the expand mode, and the previous version can still start', async () => {
    const database = await createEmptyDatabase();
    const lines: string[] = [];
    const log = { info: (line: string) => void lines.push(line) };
    const expanded = await migrateDatabase(database, MIGRATIONS, log, 'expand');
    expect(expanded).toEqual(MIGRATIONS.slice(0, -1).map(({ name }) => name));
    expect(lines.join()).toMatch(/^Not applied yet: 9002_column\.sql\. .*admin -- migrate/);
    expect(await migrateDatabase(database)).toEqual([]);
    expect(await migrateDatabase(database, MIGRATIONS)).toEqual(['9002_column.sql']);
    expect(await migrateDatabase(database, MIGRATIONS, log, 'expand')).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it('does not expand further while an earlier upgrade is incomplete, and names the missing migrations', async () => {
    const database = await createEmptyDatabase();
    await migrateDatabase(database, MIGRATIONS, undefined, 'expand');
    const next = { name: '9003_next.sql', sql: '-- expand\ncreate table next (id int)' };
    await expect(
      migrateDatabase(database, [...MIGRATIONS, next], undefined, 'expand'),
    ).rejects.toThrow(/9002_column\.sql, 9003_next\.sql\. Run `npm run admin -- migrate`/);
    expect(await migrateDatabase(database, [...MIGRATIONS, next])).toEqual([
      '9002_column.sql',
      '9003_next.sql',
    ]);
  });

  it('refuses a database that a newer version has contracted, and names only the contracting migrations', async () => {
    const database = await createEmptyDatabase();
    await migrateDatabase(database, MIGRATIONS);
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(
      /newer version of Parlance \(9002_column\.sql\)/,
    );
  });

  it('refuses a migration that does not declare whether it expands or contracts the schema', async () => {
    const database = await createEmptyDatabase();
    const silent = { name: '9001_silent.sql', sql: 'create table example (id int)' };
    await expect(migrateDatabase(database, [...listMigrations(), silent])).rejects.toThrow(
      /9001_silent\.sql/,
    );
    const tables = await query(database, "select to_regclass('example') as example");
    expect(tables).toEqual([{ example: null }]);
  });

  it.each(['0001_identity.sql', '0001_initial.sql', null])(
    'refuses a database of an earlier build, and does not change the database (%s)',
    async (name) => {
      const database = await createEmptyDatabase();
      await execute(
        database,
        'create table migration (name text collate "C" primary key, applied_at timestamptz not null default now())',
      );
      if (name) await execute(database, `insert into migration values ('${name}')`);
      await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
      await expect(migrateDatabase(database)).rejects.toThrow(
        /earlier build.*start that build, export your projects, and import/,
      );
      const tables = await query(database, "select to_regclass('organization') as organization");
      expect(tables).toEqual([{ organization: null }]);
    },
  );
});

it('every migration of the service declares whether it expands or contracts the schema', () => {
  for (const migration of listMigrations()) expect(kindOf(migration)).toMatch(/expand|contract/);
});
