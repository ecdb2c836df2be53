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

/** Connection data of the run's single server, from global-setup.ts. */
export interface TestCluster {
  /** Admin URL with a role that may create databases. */
  readonly adminUrl: string;
  /** Name of a database with all migrations applied. */
  readonly template: string;
  /** Data folder with an empty cluster that no server uses. */
  readonly seedDir: string;
}

let cluster: Promise<TestCluster> | null = null;

/**
 * Creates a migrated database for one test file. The server of the run starts at the first call, so that a run
 * without such tests does not start it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await askForCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // On a server without fsync, copying the files is cheaper than writing the pages to the log.
  await execute(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(adminUrl, name),
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Starts a separate empty server, for tests that stop, fill or configure it. */
export async function startPostgres(
  settings: Record<string, string | number | boolean> = {},
): Promise<TestPostgres> {
  const dataDir = makeTestDirectory();
  await seedCluster(dataDir);
  return startPostgresIn(dataDir, settings);
}

export type TestPostgres = EmbeddedPostgres & { readonly dataDir: string };

/** Starts a server in a data folder. Removes the folder when the server stops. */
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

/** Settings without durability, because test data does not need to survive a power loss. */
const FAST_SETTINGS = { fsync: false, synchronous_commit: false, full_page_writes: false };

/** Copies the empty cluster of the run into a data folder, because initdb takes seconds. */
export async function seedCluster(dataDir: string): Promise<void> {
  const { seedDir } = await askForCluster();
  copyCluster(seedDir, dataDir);
}

/** Copies the cluster of a data folder into another one, including its owner. */
export function copyCluster(from: string, to: string): void {
  const [source, target] = [join(from, 'postgres'), join(to, 'postgres')];
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    if (/^pg\d+$/.test(name)) {
      execFileSync('cp', ['-Rp', join(source, name), join(target, name)]);
    } else if (name.startsWith('binaries-')) {
      // Copies the link to PostgreSQL's programs for an account that cannot run those of this checkout.
      symlinkSync(join(source, name), join(target, name));
    }
  }
}

/** Creates a temporary directory that the server's account can enter when the tests run as root. */
export function makeTestDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), `${TEST_DIRECTORY_PREFIX}${process.pid}-`));
  chmodSync(directory, 0o755);
  return directory;
}

export const TEST_DIRECTORY_PREFIX = 'parlance-test-';

/** Runs one statement on a new connection. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  await queryRows(connectionString, statement);
}

/** Runs one statement on a new connection and returns its rows. */
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

/** Returns the connection string of another database on the same server. */
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
