import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
  type Victim,
} from './deployment.ts';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  releaseWriter,
  runWriters,
  signUpWriter,
  type Writer,
} from './load.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_260_301);
const KILLS = Number(process.env.FAULT_KILLS ?? 14);
const LIMIT_MS = 600_000;
/** Time limit for the last mail. Mails are retried within seconds of a worker's death. */
const MAILS_LIMIT_MS = 120_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment({ apis: 2, workers: 2 });
}, LIMIT_MS);
afterAll(() => deployment?.stop(), LIMIT_MS);

/** The database is killed less often, because each kill also breaks the connections of every process. */
const VICTIMS: readonly Victim[] = ['api', 'worker', 'api', 'database', 'worker', 'api'];

it('kills of API, worker and database in the middle of imports, edits, releases and mails lose nothing', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const client = deployment.client(0);
  const projects = await Promise.all(
    ['imports', 'edits', 'releases'].map((name) => createProjectOf(client, name)),
  );
  const [imports, edits, releases] = projects.map(({ id }) => id) as [string, string, string];
  const writers: Writer[] = [
    importWriter(imports),
    editWriter(edits, await createEditedKeys(client, edits)),
    releaseWriter(releases),
    signUpWriter(deployment),
  ];
  const over = new AbortController();
  const working = runWriters(deployment, writers, over.signal);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(300 + random() * 1_700);
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
    await deployment.kill(victim, Math.floor(random() * 2), random() * 500);
  }
  await sleep(1_000);
  over.abort();
  await working;
  for (const at of [0, 1]) {
    await until(
      'ready',
      async () => (await fetch(`${deployment.url(at)}/health/ready`)).ok,
      60_000,
    );
  }

  for (const writer of writers) {
    // Enough calls must have succeeded. Otherwise the test has shown nothing.
    expect([writer.name, writer.acknowledged > KILLS]).toEqual([writer.name, true]);
    if (writer.name !== 'sign-ups') {
      expect([writer.name, await writer.verify(client)]).toEqual([writer.name, []]);
    }
  }
  const mails = writers.at(-1)!;
  await until(
    'every mail',
    async () => (await mails.verify(client)).length === 0,
    MAILS_LIMIT_MS,
    500,
  );
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);
  console.info(
    writers.map((writer) => `${writer.name}: ${writer.acknowledged} + ${writer.failed} failed`),
  );
});
