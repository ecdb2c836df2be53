import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMigrations, migrateDatabase } from '../../src/db/migrate.ts';
import { followChanges, type Sample, sampleAnswers } from '../drills/watchers.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
} from '../faults/deployment.ts';
import { jobWriter } from '../faults/job-writer.ts';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  releaseWriter,
  runWriters,
  signUpWriter,
  type Target,
  type Writer,
} from '../faults/load.ts';
import {
  createProjectOf,
  startDatabaseServer,
  type TestDatabaseServer,
  until,
} from '../processes/process.ts';
import { makeTestDirectory } from '../servers/postgres.ts';
import { expand, UPGRADE_PREVIOUS } from './previous.ts';

/** Duration of each phase of the upgrade. */
const PHASE_MS = Number(process.env.UPGRADE_PHASE_MS ?? 30_000);
const LIMIT_MS = 60_000;

let database: TestDatabaseServer;
let deployment: Deployment;
let store: string;
beforeAll(async () => {
  database = await startDatabaseServer();
  await expand(database.connectionString);
  store = makeTestDirectory();
  // The first process of each role runs the previous version.
  deployment = await startDeployment({
    apis: 2,
    workers: 2,
    databaseUrl: database.connectionString,
    checkoutOf: (_, at) => (at === 0 ? UPGRADE_PREVIOUS : undefined),
    callTimeoutMs: 3 * LIMIT_MS,
    env: { MIGRATIONS: 'expand', BUNDLE_STORE: `file://${store}` },
  });
});
afterAll(async () => {
  await deployment?.stop();
  await database?.stop();
});

it('two versions serve one database until the old version is stopped, without a 5xx response or a loss', async () => {
  const client = deployment.client(1);
  const projects = await Promise.all(
    ['imports', 'edits', 'releases', 'bundle'].map((name) => createProjectOf(client, name)),
  );
  const [imports, edits, releases, bundle] = projects.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  const bundlePath = await publishBundle(client, bundle);
  const writers: Writer[] = [
    importWriter(imports),
    editWriter(edits, await createEditedKeys(client, edits)),
    releaseWriter(releases),
    jobWriter(),
    signUpWriter(deployment),
  ];
  // The writers use both versions first, and then only this version.
  let targets = [0, 1];
  const failures: string[] = [];
  const target: Target = {
    ...deployment,
    onFailure: (writer, error) => failures.push(`${writer}: ${error}`),
    client: (at: number) => deployment.client(targets[at % targets.length]!),
  };
  const over = new AbortController();
  const oldOver = new AbortController();
  const reads = [oldOver, over].map(({ signal }, index) =>
    sampleAnswers(deployment.url(index) + bundlePath, signal),
  );
  const follower = followChanges((at) => target.client(at), edits);
  const working = runWriters(target, writers, over.signal);
  const phases: [string, number[]][] = [];
  const workFor = async (phase: string): Promise<void> => {
    const before = writers.map(({ acknowledged }) => acknowledged);
    await sleep(PHASE_MS);
    phases.push([phase, writers.map(({ acknowledged }, index) => acknowledged - before[index]!)]);
  };

  await workFor('both versions');
  // Like a load balancer: new requests stop first, and the signal then lets running requests end.
  targets = [1];
  oldOver.abort();
  await reads[0];
  const stepsOf = () => writers.map(({ acknowledged, failed }) => acknowledged + failed);
  const begun = stepsOf();
  const haveEnded = () => stepsOf().every((steps, index) => steps > begun[index]!);
  await until('the end of the requests to the old version', haveEnded, 3 * LIMIT_MS);
  expect(await deployment.end('worker', 0)).toBe(0);
  expect(await deployment.end('api', 0)).toBe(0);
  await workFor('this version, expanded');
  const contracted = await migrateDatabase(database.connectionString, listMigrations());
  await workFor('this version, contracted');
  over.abort();
  await working;

  const samples: Sample[] = (await Promise.all(reads)).flat();
  const names = writers.map(({ name }) => name);
  console.info(
    [
      ...phases.map(
        ([phase, counts]) =>
          `${phase}: ${counts.map((count, index) => `${count} ${names[index]}`).join(', ')}`,
      ),
      `bundles: ${samples.length} read, ${samples.filter(({ isGood }) => !isGood).length} failed`,
      `contract migrations: ${contracted.join(', ') || 'none'}`,
      ...writers.map(
        ({ name, acknowledged, failed }) =>
          `${name}: ${acknowledged} acknowledged, ${failed} failed`,
      ),
    ].join('\n'),
  );
  expect(samples.filter(({ isGood }) => !isGood)).toEqual([]);
  expect(failures).toEqual([]);
  for (const writer of writers) {
    expect([writer.name, writer.failed, await writer.verify(client)]).toEqual([writer.name, 0, []]);
    expect([writer.name, writer.acknowledged > 0]).toEqual([writer.name, true]);
  }
  const changes = await deployment.query<{ number: number }>(
    'select number::int from change where project_id = $1 and number >= $2 order by number',
    [edits, follower.numbers[0]],
  );
  const numbers = changes.map(({ number }) => number);
  await until('the last event', () => follower.numbers.at(-1) === numbers.at(-1), LIMIT_MS);
  follower.stop();
  console.info(`events: ${numbers.length} changes, each told once, in order`);
  expect(follower.numbers).toEqual(numbers);
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);
  expect(await findFailedTasks()).toEqual([]);
  expect(readdirSync(store)).toContain('m');
  const mails = readdirSync(join(deployment.dataDir, 'mail')).filter((name) =>
    name.endsWith('.eml'),
  );
  // The additional mail belongs to the account.
  expect(mails).toHaveLength(writers.at(-1)!.acknowledged + 1);
  for (const at of [1]) {
    const errors = deployment.service(at).lines.filter((line) => /"level":(50|60)/.test(line));
    expect(errors).toEqual([]);
  }
});

/** Finds tasks that failed once and were retried, such as a task of the other version that a process cannot run. */
const findFailedTasks = () =>
  deployment.query(
    "select name, output from pgboss.job where state = 'failed' or retry_count > 0 order by name",
  );

async function publishBundle(client: Client, projectId: string): Promise<string> {
  await client.i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hello' } });
  await client.i18n.releases.create({ projectId, environment: 'production' }, { waitSeconds: 60 });
  const path = `/v1/i18n/bundles/${projectId}/production/en`;
  for (const at of [0, 1]) {
    const read = async () => (await fetch(deployment.url(at) + path)).ok;
    await until('the bundle', read, LIMIT_MS);
  }
  return path;
}
