import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDirectory, seedCluster } from '../servers/postgres.ts';
import { openAccount, type ServiceProcess, send, startProcess, until } from './process.ts';

const LIMIT_MS = 60_000;

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = makeTestDirectory();
  await seedCluster(dataDir);
  service = await startProcess({ dataDir, isSupervised: true });
});
afterAll(async () => {
  await service.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns the pid of the process that owns the embedded database. */
const serverPid = (): number =>
  Number(/^owner\.(\d+)\./m.exec(readdirSync(join(dataDir, 'postgres')).join('\n'))?.[1]);

it('the service that npm start runs restarts after a crash, with its embedded database, and logs the crash', async () => {
  const account = await openAccount(service);
  const crashed = serverPid();
  process.kill(crashed, 'SIGABRT');
  await until(
    'the next start',
    () => service.lines.filter((line) => line.startsWith('Parlance is running')).length === 2,
    LIMIT_MS,
  );
  expect(serverPid()).not.toBe(crashed);
  expect(service.lines).toContain(
    'parlance: the server crashed (SIGABRT): starting it again in 1 s',
  );
  const { email, password } = account;
  const signedIn = await send(service, 'POST', '/v1/auth/sign-in', { body: { email, password } });
  expect(signedIn.status).toBe(200);
  expect((await account.client(service).i18n.projects.list({})).data).toEqual([]);
  expect(await service.stop()).toBe(0);
});
