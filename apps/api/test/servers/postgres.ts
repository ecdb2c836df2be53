import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';

export interface TestDatabase {
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** The connection URL of the run's one server, from global-setup.ts. */
export interface TestCluster {
  /** A role here may create databases. */
  readonly adminUrl: string;
  /** The name of a database with all migrations applied. */
  readonly template: string;
  /** A data folder with an empty cluster that no server runs on. */
  readonly seedDir: string;
}

let cluster: Promise<TestCluster> | null = null;

/**
 * A migrated database for one test file. The run's server starts when the first one is asked for, so
 * that a run without such tests pays nothing.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await askForCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // On a server without fsync a copy of the files costs less than writing the pages to the log.
  await execute(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(adminUrl, name),
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A server of its own, empty, for tests that stop it, fill it or configure it. */
export async function startPostgres(
  settings: Record<string, string | number | boolean> = {},
): Promise<TestPostgres> {
  const dataDir = makeTestDirectory();
  await seedCluster(dataDir);
  return startPostgresIn(dataDir, settings);
}

export type TestPostgres = EmbeddedPostgres & { readonly dataDir: string };

/** Starts a server in a data folder, which is removed when the server stops. */
export async function startPostgresIn(
  dataDir: string,
  settings: Record<string, string | number | boolean> = {},
): Promise<TestPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { ...FAST_SETTINGS, ...settings },
  });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nothing of a test outlives it, so nothing need survive a loss of power. */
const FAST_SETTINGS = { fsync: false, synchronous_commit: false, full_page_writes: false };

/** Puts an empty cluster into a data folder. It is a copy of the run's, since initdb takes seconds. */
export async function seedCluster(dataDir: string): Promise<void> {
  const { seedDir } = await askForCluster();
  copyCluster(seedDir, dataDir);
}

/** Copies the cluster of a data folder into another one, with its owner. */
export function copyCluster(from: string, to: string): void {
  const [source, target] = [join(from, 'postgres'), join(to, 'postgres')];
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    if (/^pg\d+$/.test(name)) {
      execFileSync('cp', ['-Rp', join(source, name), join(target, name)]);
    } else if (name.startsWith('binaries-')) {
      // The copy of PostgreSQL's programs for an account that cannot run those of this checkout.
      symlinkSync(join(source, name), join(target, name));
    }
  }
}

/** In the temporary directory, and open to the account that the server runs as under root. */
export function makeTestDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), `${TEST_DIRECTORY_PREFIX}${process.pid}-`));
  chmodSync(directory, 0o755);
  return directory;
}

export const TEST_DIRECTORY_PREFIX = 'parlance-test-';

/** Runs one statement on a connection of its own. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  await queryRows(connectionString, statement);
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function queryRows(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export const withDatabase = (connectionString: string, name: string): string =>
  connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);

function askForCluster(): Promise<TestCluster> {
  cluster ??= requestCluster();
  return cluster;
}

async function requestCluster(): Promise<TestCluster> {
  const socket = connect(inject('testClusterPort'), '127.0.0.1');
  await once(socket, 'connect');
  const answer: TestCluster | { error: string } = JSON.parse(await text(socket));
  if ('error' in answer) throw new Error(`the tests' PostgreSQL did not start: ${answer.error}`);
  return answer;
}
