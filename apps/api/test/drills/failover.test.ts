import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@parlance/sdk';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
  type Writer,
} from '../faults/load.ts';
import { createProjectOf, until } from '../processes/process.ts';
import { type PatroniCluster, type PatroniNode, startPatroniCluster } from '../servers/patroni.ts';
import {
  findOutages,
  followChanges,
  longestWrong,
  sampleAnswers,
  sampleCommits,
} from './watchers.ts';

const FAULTS = Number(process.env.DRILL_FAULTS ?? 20);
const LIMIT_MS = 60 * 60_000;
/** The `ttl` of docs/scaling/patroni.yml. */
const TTL_MS = 20_000;
const WHOLE_MS = 180_000;
/** Time of undisturbed work between two faults, and before a lost node returns. */
const CALM_MS = 3_000;
/** Interval of the readiness probe. */
const INTERVAL_MS = 1_000;

/** Faults of the primary's machine, the time limit for the recovery of writes, and the return of the machine. */
const KINDS: readonly {
  readonly name: string;
  readonly limitMs: number;
  begin(node: PatroniNode): void;
  end(node: PatroniNode): void;
}[] = [
  {
    name: 'kill -9 of PostgreSQL',
    limitMs: 10_000,
    begin: (node) => node.killPostgres(),
    end() {},
  },
  {
    name: 'kill -9 of the machine',
    limitMs: TTL_MS + 10_000,
    begin: (node) => node.kill(),
    end: (node) => node.start(),
  },
  {
    name: 'frozen machine',
    limitMs: TTL_MS + 10_000,
    begin: (node) => node.freeze(),
    end: (node) => node.thaw(),
  },
  {
    name: 'cut network',
    limitMs: TTL_MS + 10_000,
    begin: (node) => node.cut(),
    end: (node) => node.rejoin(),
  },
];

let cluster: PatroniCluster;
let deployment: Deployment;
let client: Client;
beforeAll(async () => {
  cluster = await startPatroniCluster();
  deployment = await startDeployment({ apis: 2, workers: 2, databaseUrl: cluster.primaryUrl });
  client = deployment.client(0);
}, LIMIT_MS);
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(cluster.readLogs());
});
afterAll(async () => {
  await deployment?.stop();
  await cluster?.stop();
}, LIMIT_MS);

it('the service loses nothing and recovers in time when the primary of two PostgreSQL under Patroni is lost', {
  timeout: LIMIT_MS,
}, async () => {
  const projects = await Promise.all(
    ['imports', 'edits', 'releases', 'bundle'].map((name) => createProjectOf(client, name)),
  );
  const [imports, edits, releases, bundle] = projects.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  const bundlePath = await publishBundle(bundle);
  const writers: Writer[] = [
    importWriter(imports),
    editWriter(edits, await createEditedKeys(client, edits)),
    releaseWriter(releases),
    jobWriter(),
  ];
  const over = new AbortController();
  const urls = [deployment.url(0), deployment.url(1)];
  const bundles = urls.map((url) => sampleAnswers(url + bundlePath, over.signal));
  const readiness = urls.map((url) => sampleAnswers(`${url}/health/ready`, over.signal));
  const commits = sampleCommits(cluster.primaryUrl, over.signal);
  const follower = followChanges(deployment.client, edits);
  const answeredMs: number[] = [];
  const watched = writers.map((writer) => noting(writer, answeredMs));
  const working = runWriters({ ...deployment, pauseMs: 100 }, watched, over.signal);
  await sleep(CALM_MS);

  const begun: { name: string; limitMs: number; atMs: number; node: string }[] = [];
  for (let fault = 0; fault < FAULTS; fault++) {
    const { name, limitMs, begin, end } = KINDS[fault % KINDS.length]!;
    const primary = (await cluster.findPrimary())!;
    const atMs = performance.now();
    begun.push({ name, limitMs, atMs, node: primary.name });
    begin(primary);
    const isTaken = async () => {
      const next = await cluster.findPrimary();
      return next !== null && next !== primary;
    };
    await until('another primary', isTaken, WHOLE_MS, 100);
    await until('a write', () => answeredMs.at(-1)! > performance.now() - 500, WHOLE_MS);
    await sleep(CALM_MS);
    end(primary);
    await until('a synchronous standby', () => cluster.isWhole(), WHOLE_MS, 200);
    await sleep(CALM_MS);
  }
  over.abort();
  await working;
  for (const url of urls) {
    await until('ready', async () => (await fetch(`${url}/health/ready`)).ok, 60_000);
  }

  const outages = findOutages(await commits);
  const lines = begun.map(({ name, node, atMs, limitMs }, index) => {
    const untilMs = begun[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    return {
      fault: name,
      node,
      limitMs,
      backMs: endOfLongestPause(answeredMs, atMs, untilMs) - atMs,
      databaseBackMs:
        Math.max(
          ...outages.filter(({ toMs }) => toMs > atMs && toMs < untilMs).map(({ toMs }) => toMs),
          atMs,
        ) - atMs,
    };
  });
  console.info(
    [
      ...lines.map(
        ({ fault, node, backMs, databaseBackMs }) =>
          `${fault} (${node}): writes back after ${seconds(backMs)}, the database after ${seconds(databaseBackMs)}`,
      ),
      ...writers.map(
        (writer) => `${writer.name}: ${writer.acknowledged} acknowledged, ${writer.failed} failed`,
      ),
    ].join('\n'),
  );

  for (const writer of writers) {
    expect([writer.name, writer.acknowledged > FAULTS]).toEqual([writer.name, true]);
    expect([writer.name, await writer.verify(client)]).toEqual([writer.name, []]);
  }
  const changes = await deployment.query<{ number: number }>(
    'select number::int from change where project_id = $1 and number >= $2 order by number',
    [edits, follower.numbers[0]],
  );
  const numbers = changes.map(({ number }) => number);
  await until('the last event', () => follower.numbers.at(-1) === numbers.at(-1), WHOLE_MS);
  follower.stop();
  expect(follower.numbers).toEqual(numbers);
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);

  const reads = (await Promise.all(bundles)).flat();
  const wrongMs = (await Promise.all(readiness)).map((samples) => longestWrong(samples, outages));
  console.info(
    `bundles: ${reads.length} read, ${reads.filter(({ isGood }) => !isGood).length} failed\n` +
      `events: ${numbers.length} changes, each told once, in order\n` +
      `/health/ready was wrong for at most ${wrongMs.map(seconds).join(' and ')}`,
  );
  expect(reads.filter(({ isGood }) => !isGood)).toEqual([]);
  expect(lines.filter(({ backMs, limitMs }) => backMs > limitMs)).toEqual([]);
  expect(wrongMs.filter((ms) => ms > INTERVAL_MS)).toEqual([]);
});

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Publishes a bundle, and returns its path once both processes have it in memory. */
async function publishBundle(projectId: string): Promise<string> {
  await client.i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hello' } });
  await client.i18n.releases.create({ projectId, environment: 'production' });
  const path = `/v1/i18n/bundles/${projectId}/production/en`;
  for (const at of [0, 1]) {
    const read = async () => (await fetch(deployment.url(at) + path)).ok;
    await until('the bundle', read, 10_000);
  }
  return path;
}

/** Wraps a writer so that the times of its responses are recorded. */
const noting = (writer: Writer, answeredMs: number[]): Writer => ({
  ...writer,
  // The counts belong to the wrapped writer.
  set acknowledged(count: number) {
    writer.acknowledged = count;
  },
  get acknowledged() {
    return writer.acknowledged;
  },
  set failed(count: number) {
    writer.failed = count;
  },
  get failed() {
    return writer.failed;
  },
  async step(...args) {
    await writer.step(...args);
    answeredMs.push(performance.now());
  },
});

/** Returns the end of the longest pause between two responses that ended in the given span. */
function endOfLongestPause(answeredMs: readonly number[], fromMs: number, untilMs: number): number {
  const first = answeredMs.findIndex((ms) => ms >= fromMs);
  let [longest, endMs] = [0, fromMs];
  for (let at = Math.max(first, 1); at < answeredMs.length && answeredMs[at]! < untilMs; at++) {
    const pause = answeredMs[at]! - answeredMs[at - 1]!;
    if (pause > longest) [longest, endMs] = [pause, answeredMs[at]!];
  }
  return endMs;
}
