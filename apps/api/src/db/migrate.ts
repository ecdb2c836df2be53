import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { DatabaseError } from './await-database.ts';

const MIGRATIONS_DIR = new URL('./migrations/', import.meta.url);
/** Any number: one migrator at a time takes it, in the whole database. */
const ADVISORY_LOCK = 7_203_641;

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations in the order of their numbers. */
export function listMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIR)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, MIGRATIONS_DIR), 'utf8') }));
}

/**
 * Applies what is not applied yet, each migration in a transaction of its own, under an advisory
 * lock, so that processes that start together wait for one another.
 *
 * @returns the names that were applied now.
 * @throws DatabaseError where a newer version has been at work: its tables mean what this one does not know.
 */
export async function migrateDatabase(
  connectionString: string,
  migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'create table if not exists migration (name text collate "C" primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const applied = new Set(rows.map((row) => row.name));
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = [...applied].filter((name) => !known.has(name)).sort();
    if (unknown.length > 0) {
      throw new DatabaseError(
        `The database was upgraded by a newer version of Parlance (${unknown.join(', ')}). Start that version, or restore a backup from before the upgrade.`,
      );
    }
    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) {
      await client.query('begin');
      await client.query(migration.sql);
      await client.query('insert into migration (name) values ($1)', [migration.name]);
      await client.query('commit');
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
