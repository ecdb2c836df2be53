import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { DatabaseError } from './availability/await-database.ts';
import { SQL_STATES, sqlStateOf } from './fault.ts';
import { connectionTo } from './hosts/connection-to.ts';
import { requireTransactions } from './pooling.ts';

const MIGRATIONS_DIR = new URL('./migrations/', import.meta.url);
/** Number of the advisory lock that prevents concurrent migrations. */
const ADVISORY_LOCK = 7_203_641;

/**
 * Kind of a migration. Processes of the previous version keep working after an `expand` migration.
 * They stop working after a `contract` migration, because it removes or narrows something.
 */
export type MigrationKind = 'expand' | 'contract';

/**
 * Migrations that a process applies. `all`: all missing migrations. `expand`: only missing migrations after which
 * processes of the previous version keep working.
 */
export const MIGRATION_MODES = ['all', 'expand'] as const;
export type MigrationMode = (typeof MIGRATION_MODES)[number];

export interface Migration {
  name: string;
  /** SQL statements. The first line is `-- expand` or `-- contract`. */
  sql: string;
}

export function kindOf({ name, sql }: Migration): MigrationKind {
  const kind = /^-- (expand|contract)$/m.exec(sql.split('\n', 1)[0]!)?.[1];
  if (kind === undefined)
    throw new Error(`The first line of ${name} is not \`-- expand\` or \`-- contract\`.`);
  return kind as MigrationKind;
}

export function listMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIR)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, MIGRATIONS_DIR), 'utf8') }));
}

/** Time in milliseconds after which a waiting migration logs the lock for which it waits. */
const QUIET_WAIT_MS = 2_000;

/**
 * Applies the missing migrations, each in its own transaction. An advisory lock of the transaction
 * prevents concurrent processes from applying a migration twice. A session lock could outlive its
 * client behind a pooler.
 * @returns the names of the applied migrations
 * @throws DatabaseError if the database is not writable, if an unsupported build has migrated it,
 * or if `mode` is `expand` and an earlier upgrade is not complete
 */
export async function migrateDatabase(
  connectionString: string,
  migrations: readonly Migration[] = listMigrations(),
  log: { info(message: string): void } = { info() {} },
  mode: MigrationMode = 'all',
): Promise<string[]> {
  const client = new pg.Client({
    ...connectionTo(connectionString),
    application_name: 'parlance-migrate',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await requireTransactions(client);
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, migrations, log, mode);
      if (name === null) break;
      applied.push(name);
    }
    return applied;
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATES.readOnly) throw error;
    throw new DatabaseError(
      'The database in DATABASE_URL is read-only, for example a standby. Set DATABASE_URL to the primary server.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** Applies the first missing migration. Returns its name, or null if no migration is missing. */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
  log: { info(message: string): void },
  mode: MigrationMode,
): Promise<string | null> {
  await client.query('begin');
  try {
    await waitAloud(log, 'Waiting for another process to finish migrations', () =>
      client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]),
    );
    await requireNoEarlierBuild(client);
    await client.query(`
      create table if not exists migration (
        name text collate "C" primary key,
        kind text collate "C" not null check (kind in ('expand', 'contract')),
        applied_at timestamptz not null default now())`);
    const { rows } = await client.query<AppliedMigration>('select name, kind from migration');
    requireKnown(rows, migrations);
    const applied = new Set(rows.map((row) => row.name));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    const next = mode === 'all' ? missing[0] : nextExpansion(missing, log);
    if (next) {
      await client.query(next.sql);
      await client.query('insert into migration (name, kind) values ($1, $2)', [
        next.name,
        kindOf(next),
      ]);
    }
    await waitAloud(
      log,
      'Waiting for the disk or the standby of the database to confirm a migration',
      () => client.query('commit'),
    );
    return next?.name ?? null;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Returns the first missing migration if it only expands the schema. The `contract` migrations of a version come
 * after all other migrations of the version.
 * @throws DatabaseError if an `expand` migration is missing after a missing `contract` migration of an earlier upgrade
 */
function nextExpansion(
  missing: readonly Migration[],
  log: { info(message: string): void },
): Migration | undefined {
  const [next] = missing;
  if (next === undefined || kindOf(next) === 'expand') return next;
  const names = missing.map(({ name }) => name).join(', ');
  if (missing.some((migration) => kindOf(migration) === 'expand')) {
    throw new DatabaseError(
      `The upgrade before this one is not complete: ${names}. Run \`npm run admin -- migrate\` of the version that runs now, then start this version.`,
    );
  }
  log.info(
    `Not applied yet: ${names}. When no process of the previous version runs any more, run \`npm run admin -- migrate\`.`,
  );
  return undefined;
}

async function waitAloud(
  log: { info(message: string): void },
  message: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const late = setTimeout(() => log.info(message), QUIET_WAIT_MS);
  try {
    await run();
  } finally {
    clearTimeout(late);
  }
}

/** Rejects databases of builds before 0.1.0, whose migrations had no kinds. */
async function requireNoEarlierBuild(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select from pg_attribute
    where attrelid = to_regclass('migration') and attname = 'name'
      and not exists (select from pg_attribute where attrelid = to_regclass('migration') and attname = 'kind')`);
  if (rows.length === 0) return;
  throw new DatabaseError(
    'The database belongs to an earlier build of Parlance, which this version cannot upgrade: start that build, export your projects, and import the files into an empty database.',
  );
}

interface AppliedMigration {
  name: string;
  kind: MigrationKind;
}

/**
 * Rejects unknown `contract` migrations. This version works with the schema of unknown `expand`
 * migrations.
 */
function requireKnown(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const ownNames = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter(({ name, kind }) => kind === 'contract' && !ownNames.has(name));
  if (unknown.length === 0) return;
  const names = unknown.map(({ name }) => name).sort();
  throw new DatabaseError(
    `The database was upgraded by a newer version of Parlance (${names.join(', ')}). Start that version, or restore a backup from before the upgrade.`,
  );
}
