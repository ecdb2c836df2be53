import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
  type Victim,
} from './deployment.ts';
import { jobWriter } from './job-writer.ts';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  releaseWriter,
  runWriters,
  type Writer,
} from './load.ts';
import {
  apiKeyWriter,
  bulkWriter,
  commentWriter,
  glossaryWriter,
  personOf,
  proposalWriter,
  webhookWriter,
} from './people-writers.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_261_129);
const KILLS = Number(process.env.FAULT_KILLS ?? 10);
const LIMIT_MS = 600_000;
/** Pause of each writer between two steps, so that all of them make progress on a small machine. */
const PAUSE_MS = 100;
const VICTIMS: readonly Victim[] = ['api', 'worker', 'api', 'worker', 'database'];

let receiver: Receiver;
let deployment: Deployment;
beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_ALLOWED_ADDRESSES: receiver.allowed };
  deployment = await startDeployment({ apis: 1, workers: 1, env });
}, LIMIT_MS);
afterAll(async () => {
  await deployment?.stop();
  await receiver?.stop();
}, LIMIT_MS);

async function createWriters(): Promise<Writer[]> {
  const client = deployment.client(0);
  const person = personOf(deployment);
  const names = ['imports', 'edits', 'releases', 'bulk', 'talk'];
  const [imports, edits, releases, bulk, talk] = await Promise.all(
    names.map(async (name) => (await createProjectOf(client, name)).id),
  );
  await client.i18n.locales.create({ projectId: talk!, code: 'de' });
  const { data: key } = await client.i18n.keys.create({ projectId: talk!, name: 'title' });
  const place = { projectId: talk!, keyId: key.id, localeCode: 'en' };
  await client.i18n.values.put({ ...place, text: 'Title' });
  const { data: webhook } = await client.webhooks.create({
    url: receiver.url,
    events: ['release.published'],
  });
  return [
    importWriter(imports!),
    editWriter(edits!, await createEditedKeys(client, edits!)),
    releaseWriter(releases!),
    await bulkWriter(client, bulk!, () => isIdle(bulk!)),
    proposalWriter(place, person),
    commentWriter(place, person),
    glossaryWriter(talk!),
    jobWriter(),
    apiKeyWriter(),
    webhookWriter(webhook.id),
  ];
}

/** Returns true if no bulk change of a project is running, and false while the database is down. */
async function isIdle(projectId: string): Promise<boolean> {
  const running = `select from bulk_run where project_id = $1 and status = 'running'`;
  return deployment.query(running, [projectId]).then(
    (rows) => rows.length === 0,
    () => false,
  );
}

it('ten kinds of writers keep all confirmed writes once, and no partial writes, after kills at random moments', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const writers = await createWriters();
  const over = new AbortController();
  const working = runWriters({ ...deployment, pauseMs: PAUSE_MS }, writers, over.signal);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + random() * 3_000);
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
    await deployment.kill(victim, 0, random() * 500);
  }
  // All writers must continue after the last kill.
  const counts = writers.map(({ acknowledged }) => acknowledged);
  const goesOn = (): boolean =>
    writers.every(({ acknowledged }, index) => acknowledged > counts[index]!);
  await until('work of every writer', goesOn, LIMIT_MS / 3, 200);
  over.abort();
  await working;
  const ready = async (): Promise<boolean> => (await fetch(`${deployment.url(0)}/health/ready`)).ok;
  await until('ready', ready, 60_000);

  const client = deployment.client(0);
  const faults: [string, string[]][] = [];
  for (const writer of writers) {
    faults.push([writer.name, await writer.verify(client)]);
  }
  console.info(
    writers.map(({ name, acknowledged, failed }) => `${name}: ${acknowledged} + ${failed}`),
  );
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);
});
