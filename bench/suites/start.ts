import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rssMbOf } from '../process-family.ts';
import { type Bare, startBare } from '../servers/bare-rest.ts';
import { type BenchServer, onServer, startServer, startService } from '../servers/server.ts';
import { openStreams } from '../streams.ts';
import type { Row, Suite } from '../suite.ts';
import { createProject, importFile, jsonOf } from '../workspace.ts';

const ROUNDS = 5;
const REST_ROUNDS = 2;
/**
 * Wait before a measurement at rest, in milliseconds. Background work of a process, such as garbage collection, ends
 * earlier.
 */
const REST_MS = 35_000;
/**
 * Time over which processor time is measured, in milliseconds. It is long because processor time has a resolution of a
 * hundredth of a second.
 */
const COUNTED_MS = 60_000;
const STREAMS = 100;
const BUNDLES = 1_000;
const BUNDLE_KEYS = 1_000;
const FORMS = [
  'shape=nested',
  'shape=flat',
  'shape=nested&envelope=false',
  'shape=flat&envelope=false',
];
const IMPORTED = 1_000_000;

export const start: Suite = {
  name: 'start',
  title: 'Start and rest',
  about:
    'The time from the call of the program until it serves requests. A first start creates the ' +
    'database with all of its tables. Memory is the total of all processes, including PostgreSQL, ' +
    'with shared pages counted once. At rest, the service is asked for nothing, for half a minute before memory is read ' +
    'and for a minute meanwhile processor time is counted. The least that a service of this kind takes is that of an ' +
    'empty `node:http` server and of the same PostgreSQL with one connection, to which nothing is sent. Memory of the ' +
    'service is that of its own process (RSS), without PostgreSQL and its supervisor, beside the empty server at the same ' +
    `moment: after a rest; with ${STREAMS} open streams of events; after ${BUNDLES.toLocaleString('en')} different bundles of ` +
    `${BUNDLE_KEYS.toLocaleString('en')} messages were read, which stay in memory; and, in another process, the most that a ` +
    `first import of ${IMPORTED.toLocaleString('en')} keys takes.`,
  async *rows() {
    yield* startRows();
    yield* restRows();
    const bare = await startBare();
    try {
      for (const rowsOf of [heldRows, importRows]) {
        yield* onServer((server) => rowsOf(server, bare.nodePid));
      }
    } finally {
      await bare.stop();
    }
  },
};

async function* startRows(): AsyncGenerator<Row> {
  const firstMs: number[] = [];
  const secondMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
    for (const figures of [firstMs, secondMs]) {
      const server = await startService({ DATA_DIR: dataDir });
      figures.push(server.startMs);
      await server.stop();
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
  yield { name: 'first start', unit: 'ms', ours: firstMs, goal: { atMost: 10_000 } };
  yield { name: 'second start', unit: 'ms', ours: secondMs, goal: { atMost: 2_000 } };
}

async function* restRows(): AsyncGenerator<Row> {
  const ours: Rest[] = [];
  const theirs: Rest[] = [];
  for (let round = 0; round < REST_ROUNDS; round++) {
    ours.push(await atRest(await startServer()));
    theirs.push(await atRest(await startBare()));
  }
  const figures = (of: (rest: Rest) => number) => ({
    ours: ours.map(of),
    against: { name: 'an empty Node and PostgreSQL', figures: theirs.map(of) },
  });
  yield {
    name: 'memory at rest',
    unit: 'MB',
    ...figures(({ mb }) => mb),
    goal: { atMost: 2.5, budget: 140 },
  };
  yield {
    name: 'processor time of a minute at rest',
    unit: 'ms',
    ...figures(({ cpuMs }) => cpuMs),
    goal: { atMost: 2, budget: 1_200 },
  };
}

interface Rest {
  readonly mb: number;
  readonly cpuMs: number;
}

/** Measures idle processes, and stops them. */
async function atRest({
  totalMb,
  totalCpuMs,
  stop,
}: Pick<Bare, 'totalMb' | 'totalCpuMs' | 'stop'>): Promise<Rest> {
  try {
    await sleep(REST_MS);
    const before = totalCpuMs();
    await sleep(COUNTED_MS);
    return { mb: totalMb(), cpuMs: totalCpuMs() - before };
  } finally {
    await stop();
  }
}

/** Measures the memory of one process in several states. */
async function* heldRows(server: BenchServer, emptyPid: number): AsyncGenerator<Row> {
  yield await stateRow('at rest', server, emptyPid);
  const project = await createProject(server);
  const streams = await openStreams(server, project.id, STREAMS, () => {});
  yield await stateRow(`with ${STREAMS} open event streams`, server, emptyPid);
  streams.close();
  await readBundles(server);
  yield await stateRow(`after ${BUNDLES.toLocaleString('en')} bundles`, server, emptyPid);
}

/** Waits until both processes are idle, and reads their memory. */
async function stateRow(state: string, { serverPid }: BenchServer, emptyPid: number): Promise<Row> {
  await sleep(REST_MS);
  return {
    name: `memory of the service ${state}`,
    unit: 'MB',
    ours: [rssMbOf(serverPid)],
    against: { name: 'an empty Node', figures: [rssMbOf(emptyPid)] },
  };
}

async function readBundles(server: BenchServer): Promise<void> {
  const { client, url } = server;
  const locales = localeTags(BUNDLES / FORMS.length / 2);
  for (let project = 0; project < 2; project++) {
    const { id: projectId } = await createProject(server);
    const content = JSON.parse(jsonOf(BUNDLE_KEYS, ` ${project}`)) as Record<string, string>;
    await client.i18n.projects.import({ projectId, locale: 'en', targetLocales: locales, content });
    await client.i18n.releases.create({ projectId, environment: 'production' });
    for (const locale of locales) {
      for (const form of FORMS) {
        const address = `${url}/v1/i18n/bundles/${projectId}/production/${locale}?${form}`;
        const response = await fetch(address, { headers: { 'Accept-Encoding': 'gzip' } });
        if (!response.ok) throw new Error(`${address}: ${response.status}`);
        await response.arrayBuffer();
      }
    }
  }
}

/** Returns tags of English in different countries. A release takes their texts from the source. */
function localeTags(count: number): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const regions = letters.flatMap((one) => letters.map((two) => one + two));
  const canonical = regions.filter(
    (region) => names.of(region) !== undefined && new Intl.Locale(`en-${region}`).region === region,
  );
  return canonical.slice(0, count).map((region) => `en-${region}`);
}

async function* importRows(server: BenchServer, emptyPid: number): AsyncGenerator<Row> {
  const project = await createProject(server);
  const file = jsonOf(IMPORTED);
  await server.settled();
  server.resetPeak();
  await importFile(server, project, 'en', 'json', file);
  yield {
    name: `maximum memory of the service, first import of ${IMPORTED.toLocaleString('en')} keys`,
    unit: 'MB',
    ours: [server.peakMb()],
    against: { name: 'an empty Node', figures: [rssMbOf(emptyPid)] },
    goal: { atMost: 1, budget: 400 },
  };
}
