import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pssMbOf, rssMbOf } from '../process-family.ts';
import { type BenchServer, startServer } from '../servers/server.ts';
import { openStreams } from '../streams.ts';
import type { Row, Suite } from '../suite.ts';
import { createProject, importFile, jsonOf } from '../workspace.ts';

const EMPTY =
  "require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1')";
/** Longer than any background work of a process, such as garbage collection. */
const REST_MS = 35_000;
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

export const memory: Suite = {
  name: 'memory',
  title: 'Memory of the service',
  about:
    'Of the process of the service alone, without PostgreSQL and its supervisor, beside an empty `node:http` server that is ' +
    'measured at the same moments: all of its memory (RSS), and its share of it, with pages that several processes of Node ' +
    `have in common divided among them (PSS). After a rest; with ${STREAMS} open streams of events; after ` +
    `${BUNDLES.toLocaleString('en')} different bundles of ${BUNDLE_KEYS.toLocaleString('en')} messages were read, which stay ` +
    `in memory; and, in another process, the most that a first import of ${IMPORTED.toLocaleString('en')} keys takes.`,
  async *rows() {
    const empty = spawn(process.execPath, ['-e', EMPTY], { stdio: 'ignore' });
    try {
      for (const rowsOf of [heldRows, importRows]) {
        const server = await startServer({ env: { RATE_LIMITS: 'off' } });
        try {
          yield* rowsOf(server, empty.pid!);
        } finally {
          await server.stop();
        }
      }
    } finally {
      empty.kill();
      await once(empty, 'exit');
    }
  },
};

/** Measures the memory of one process in several states. */
async function* heldRows(server: BenchServer, emptyPid: number): AsyncGenerator<Row> {
  yield* stateRows('at rest', server, emptyPid);
  yield* streamRows(server, emptyPid);
  yield* bundleRows(server, emptyPid);
}

/** Waits until both processes are idle, and reads their memory. */
async function* stateRows(
  state: string,
  { serverPid }: BenchServer,
  emptyPid: number,
): AsyncGenerator<Row> {
  await sleep(REST_MS);
  for (const [what, memoryOf] of [
    ['RSS', rssMbOf],
    ['PSS', pssMbOf],
  ] as const) {
    yield {
      name: `${state}: ${what}`,
      unit: 'MB',
      ours: [memoryOf(serverPid)],
      against: { name: 'an empty Node', figures: [memoryOf(emptyPid)] },
    };
  }
}

async function* streamRows(server: BenchServer, emptyPid: number): AsyncGenerator<Row> {
  const project = await createProject(server);
  const streams = await openStreams(server, project.id, STREAMS, () => {});
  yield* stateRows(`with ${STREAMS} open event streams`, server, emptyPid);
  streams.close();
}

async function* bundleRows(server: BenchServer, emptyPid: number): AsyncGenerator<Row> {
  const { client, url } = server;
  const locales = localeTags(BUNDLES / FORMS.length / 2);
  let read = 0;
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
        read++;
      }
    }
  }
  yield* stateRows(`after ${read.toLocaleString('en')} bundles`, server, emptyPid);
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
    name: `maximum of a first import of ${IMPORTED.toLocaleString('en')} keys: RSS`,
    unit: 'MB',
    ours: [server.peakMb()],
    against: { name: 'an empty Node', figures: [rssMbOf(emptyPid)] },
    goal: { atMost: 1, budget: 400 },
  };
}
