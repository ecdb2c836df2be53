import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestDirectory } from '../servers/postgres.ts';
import {
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  send,
  startDatabaseServer,
  startProcess,
  type TestDatabaseServer,
} from './process.ts';

/** Factor by which a busy machine may exceed a promised time. */
export const SLACK = 5;

/** Two API and two worker processes on one database. A test that ends a process must replace it. */
export interface FourProcesses {
  readonly database: TestDatabaseServer;
  readonly dataDir: string;
  readonly apis: [ServiceProcess, ServiceProcess];
  readonly workers: [ServiceProcess, ServiceProcess];
  readonly account: ProcessAccount;
  /** Starts another process on the same database. */
  start(
    role: 'api' | 'worker',
    options?: { port?: number; env?: Record<string, string> },
  ): Promise<ServiceProcess>;
  stop(): Promise<void>;
}

export async function startFourProcesses(): Promise<FourProcesses> {
  const dataDir = makeTestDirectory();
  mkdirSync(join(dataDir, 'mail'), { mode: 0o700 });
  const database = await startDatabaseServer();
  const databaseUrl = database.connectionString;
  const start: FourProcesses['start'] = (role, options = {}) =>
    startProcess({ dataDir, databaseUrl, role, ...options });
  // All processes start at once: the first process migrates, and the others wait for it.
  const [firstApi, secondApi, firstWorker, secondWorker] = await Promise.all([
    start('api'),
    start('api'),
    start('worker'),
    start('worker'),
  ]);
  const apis: FourProcesses['apis'] = [firstApi, secondApi];
  const workers: FourProcesses['workers'] = [firstWorker, secondWorker];
  return {
    database,
    dataDir,
    apis,
    workers,
    account: await openAccount(firstApi),
    start,
    async stop() {
      await Promise.all([...apis, ...workers].map((service) => service.stop()));
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const statusOf = async (
  service: ServiceProcess,
  path: string,
  cookie?: string,
): Promise<number> =>
  (await send(service, 'GET', path, { headers: cookie === undefined ? {} : { Cookie: cookie } }))
    .status;

export const bundlePath = (projectId: string): string =>
  `/v1/i18n/bundles/${projectId}/production/en?shape=flat`;

export async function readBundle(service: ServiceProcess, projectId: string) {
  const { status, body } = await send(service, 'GET', bundlePath(projectId));
  const data = body.data as { release: { version: number }; messages: Record<string, string> };
  return { status, version: data?.release.version, messages: data?.messages };
}
