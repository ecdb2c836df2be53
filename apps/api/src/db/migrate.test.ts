import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import {
  createTestDatabase,
  execute,
  type TestDatabase,
  withDatabase,
} from '../../test/postgres.ts';
import { DatabaseError } from './await-database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

/** The service's own migrations and two that follow them. */
const MIGRATIONS = [
  ...listMigrations(),
  { name: '9001_table.sql', sql: 'create table example (id int)' },
  { name: '9002_column.sql', sql: 'alter table example add column name text' },
];

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
  it('applies each migration once and in order if processes start together', async () => {
    const database = await createEmptyDatabase();
    const applied = await Promise.all(
      Array.from({ length: 4 }, () => migrateDatabase(database, MIGRATIONS)),
    );
    const names = MIGRATIONS.map(({ name }) => name);
    expect(applied.flat().sort()).toEqual(names);
    for (const own of applied) expect(own).toEqual(own.toSorted());
    expect(await migrateDatabase(database, MIGRATIONS)).toEqual([]);
  });

  it('logs that it waits for another process after 2 s, and goes on when that has ended', async () => {
    const database = await createEmptyDatabase();
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    // As a migration takes it, or an earlier version did for its whole session.
    await other.query('select pg_advisory_lock(7203641)');
    const lines: string[] = [];
    const migrating = migrateDatabase(database, MIGRATIONS, { info: (line) => lines.push(line) });
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines).toEqual(['Waiting for another process to finish migrations']);
    await other.end();
    expect(await migrating).toHaveLength(MIGRATIONS.length);
    expect(lines).toHaveLength(1);
  });

  it('refuses a read-only database in one sentence', async () => {
    const database = await createEmptyDatabase();
    const name = made.at(-1);
    await execute(
      home.connectionString,
      `alter database ${name} set default_transaction_read_only = on`,
    );
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/read-only/);
  });

  it('keeps the migrations before one that fails, and nothing of the one that fails', async () => {
    const database = await createEmptyDatabase();
    const [first, ...rest] = MIGRATIONS;
    const broken = { name: '0002_broken.sql', sql: 'create table half (id int); select nothing;' };
    await expect(migrateDatabase(database, [first!, broken])).rejects.toThrow(/nothing/);
    const tables = await query(database, "select to_regclass('half') as half");
    expect(tables).toEqual([{ half: null }]);
    expect(await migrateDatabase(database, MIGRATIONS)).toEqual(rest.map(({ name }) => name));
  });

  it('refuses a database of a newer version, and names its migrations', async () => {
    const database = await createEmptyDatabase();
    await migrateDatabase(database, MIGRATIONS);
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/newer version.*9002_column\.sql/);
  });

  it('refuses a database of a version before 0.1.0 in one sentence, and leaves it as it is', async () => {
    const database = await createEmptyDatabase();
    await execute(database, 'create table migration (name text primary key)');
    await execute(database, "insert into migration values ('0001_identity.sql')");
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(migrateDatabase(database)).rejects.toThrow(/before 0\.1\.0/);
    const tables = await query(database, "select to_regclass('organization') as organization");
    expect(tables).toEqual([{ organization: null }]);
  });
});
