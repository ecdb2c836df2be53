import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPostmasterPid } from '../../src/db/embedded/process-table.ts';
import {
  createProjectOf,
  openAccount,
  type ProcessAccount,
  randomOf,
  type ServiceProcess,
  startProcess,
  until,
} from '../processes/process.ts';
import { makeTestDirectory } from '../servers/postgres.ts';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  runWriters,
  signUpWriter,
  type Target,
} from './load.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_260_303);
const KILLS = Number(process.env.FAULT_KILLS ?? 6);
const LIMIT_MS = 600_000;

let dataDir: string;
let service: ServiceProcess;
let account: ProcessAccount;
beforeAll(async () => {
  dataDir = makeTestDirectory();
  service = await startProcess({ dataDir });
  account = await openAccount(service);
}, LIMIT_MS);
afterAll(async () => {
  await service?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, LIMIT_MS);

const postmasterPid = (): number | null => readPostmasterPid(join(dataDir, 'postgres', 'pg18'));

it('the single process and its embedded PostgreSQL, killed at random moments, lose nothing', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const target: Target = { dataDir, client: () => account.client(service) };
  const client = target.client(0);
  const [imports, edits] = await Promise.all(
    ['imports', 'edits'].map(async (name) => (await createProjectOf(client, name)).id),
  );
  const writers = [
    importWriter(imports!),
    editWriter(edits!, await createEditedKeys(client, edits!)),
    signUpWriter(target),
  ];
  const over = new AbortController();
  const working = runWriters(target, writers, over.signal);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + random() * 2_000);
    const fate = random();
    // Kills the service, or the service and the database, or only the database, after which the service continues.
    if (fate < 0.7) {
      const pid = postmasterPid()!;
      if (fate < 0.35) process.kill(pid, 'SIGKILL');
      await service.kill();
      service = await startProcess({ dataDir, port: service.port });
    } else {
      process.kill(postmasterPid()!, 'SIGKILL');
      await until(
        'ready again',
        async () => (await fetch(`${service.url}/health/ready`).catch(() => null))?.ok === true,
        60_000,
      );
    }
  }
  await sleep(1_000);
  over.abort();
  await working;
  for (const writer of writers) {
    expect([writer.name, writer.acknowledged > KILLS]).toEqual([writer.name, true]);
    await until(
      `${writer.name}: ${writer.acknowledged} acknowledged, ${writer.failed} failed`,
      async () => (await writer.verify(target.client(0))).length === 0,
      60_000,
      1_000,
    );
  }
});
