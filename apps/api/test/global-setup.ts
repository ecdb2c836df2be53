import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { explainSettings } from '../../../scripts/partitioned/settings.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded.ts';
import { isCode, processTable } from '../src/db/embedded/process-table.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { startQueue } from '../src/tasks/queue/queue.ts';
import {
  copyCluster,
  execute,
  makeTestDirectory,
  startPostgresIn,
  TEST_DIRECTORY_PREFIX,
  type TestCluster,
  type TestPostgres,
  withDatabase,
} from './servers/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testClusterPort: number;
  }
}

/** Folder for the plans of all statements. Set by `node scripts/run.mjs scripts/test-partitioned.ts`. */
const plansDir = process.env.TEST_PARTITIONED;
const PARTITION = readFileSync(
  new URL('../../../docs/scaling/partition.sql', import.meta.url),
  'utf8',
);

type RunningCluster = TestCluster & { stop(): Promise<void> };

/**
 * Shares one PostgreSQL with all tests of the run, through a port on loopback. Uses the server in
 * TEST_DATABASE_URL, or starts an embedded server on the first request.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  let cluster: Promise<RunningCluster> | null = null;
  const broker = createServer((socket) => {
    // A worker that exits before its answer arrives does not fail the run.
    socket.on('error', () => {});
    cluster ??= startCluster();
    cluster.then(
      ({ stop: _, ...answer }) => socket.end(JSON.stringify(answer)),
      (error: Error) => socket.end(JSON.stringify({ error: error.stack ?? error.message })),
    );
  });
  await once(broker.listen(0, '127.0.0.1'), 'listening');
  project.provide('testClusterPort', (broker.address() as AddressInfo).port);
  return async () => {
    broker.close();
    const running = await cluster?.catch(() => null);
    await running?.stop();
  };
}

async function startCluster(): Promise<RunningCluster> {
  const external = process.env.TEST_DATABASE_URL;
  const seedDir = await makeSeed();
  const server = external === undefined ? await startCopy(seedDir) : null;
  const adminUrl = external ?? server?.connectionString ?? '';
  const template = `template_${randomBytes(8).toString('hex')}`;
  const removeAll = async (): Promise<void> => {
    await (server?.stop() ?? execute(adminUrl, `drop database if exists ${template}`));
    rmSync(seedDir, { recursive: true, force: true });
  };
  try {
    await execute(adminUrl, `create database ${template}`);
    await migrateDatabase(withDatabase(adminUrl, template));
    if (plansDir !== undefined) await execute(withDatabase(adminUrl, template), PARTITION);
    await createQueues(withDatabase(adminUrl, template));
  } catch (error) {
    await removeAll();
    throw error;
  }
  return { adminUrl, template, seedDir, stop: removeAll };
}

/** Creates the cluster from which every server of the run is copied. */
async function makeSeed(): Promise<string> {
  const dataDir = makeTestDirectory();
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  return dataDir;
}

function startCopy(seedDir: string): Promise<TestPostgres> {
  const dataDir = makeTestDirectory();
  copyCluster(seedDir, dataDir);
  // Each worker starts several processes of the service, each with its own connections.
  const explains = plansDir === undefined ? {} : explainSettings(plansDir);
  return startPostgresIn(dataDir, { max_connections: 200, ...explains });
}

/**
 * Creates the schema of the task queue once in the template, so that every test file that starts the service has it.
 */
async function createQueues(connectionString: string): Promise<void> {
  const failures: Error[] = [];
  const queue = await startQueue(connectionString, {
    isWorker: false,
    onError: (error) => failures.push(error),
  });
  await queue.stop(1_000);
  if (failures.length > 0)
    throw new AggregateError(failures, 'the task queue could not be created');
}

/** Removes the directories of killed runs, whose servers have ended. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(TEST_DIRECTORY_PREFIX)) continue;
    const pid = Number(name.slice(TEST_DIRECTORY_PREFIX.length).split('-')[0]);
    if (!Number.isInteger(pid) || processTable.identify(pid) !== null) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch (error) {
      // The directory belongs to another user or is just being deleted. It is left for a later run.
      if (!isCode(error, 'EACCES', 'EPERM', 'ENOTEMPTY')) throw error;
    }
  }
}
