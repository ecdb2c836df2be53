import type { Project, TranslationValueRow } from '@parlance/contracts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { growthExponent, medianOf, type Row, type Suite, timed } from '../suite.ts';
import { createProject, exportFile, importFile, jsonOf, timedWithHealth } from '../workspace.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const LARGEST = SIZES[SIZES.length - 1]!;
/** Rounds by project size. Small projects need more rounds for a stable median. */
const ROUNDS: Readonly<Record<number, number>> = { 1000: 7, 10000: 5, 100000: 3, 1000000: 1 };
/** Timeout of a release in milliseconds, long enough to check a million values first. */
const PUBLISH_TIMEOUT_MS = 10 * 60_000;
const CALLS = 40;
const PAGE = 200;
const SEARCHES = ['invoice 1', 'Save the', 'is nowhere in it', 'いいえ'];

/** The durations measured for a project of one size. */
interface Measured {
  size: number;
  project: Project;
  wholes: Record<'first import' | 'export' | 'publish', number>;
  values: TranslationValueRow[];
  deepCursor: string;
}

export const size: Suite = {
  name: 'size',
  title: 'Growth with size',
  about:
    'Projects of 1,000, 10,000, 100,000 and 1,000,000 keys in one service. A growth exponent of 1 ' +
    'means that cost is proportional to size, and 0 that it does not grow.',
  rows: () => onServer(sizeRows),
};

async function* sizeRows(server: BenchServer): AsyncGenerator<Row> {
  const measured: Measured[] = [];
  for (const keys of SIZES.slice(0, -1)) measured.push(await measure(server, keys));
  let largest: Measured | null = null;
  await server.settled();
  server.resetPeak();
  const { slowestMs } = await timedWithHealth(server, async () => {
    largest = await measure(server, LARGEST);
  });
  measured.push(largest!);
  yield* largestRows(server, largest!, slowestMs);
  yield* growthRows(measured);
  yield* singleRows(server, measured);
  yield* searchRows(server, largest!);
}

async function measure(server: BenchServer, keys: number): Promise<Measured> {
  const { client } = server;
  const times = { 'first import': [] as number[], export: [] as number[], publish: [] as number[] };
  let project: Project | null = null;
  for (let round = 0; round < ROUNDS[keys]!; round++) {
    const created = await createProject(server);
    // Every round needs new texts: a release of stored texts would cost less.
    const file = jsonOf(keys, ` ${keys} ${round}`);
    const projectId = created.id;
    times['first import'].push(await timed(() => importFile(server, created, 'en', 'json', file)));
    times.export.push(await timed(() => exportFile(server, created, 'en', 'json')));
    times.publish.push(
      await timed(() =>
        client.i18n.releases.create(
          { projectId, environment: 'production' },
          { timeoutMs: PUBLISH_TIMEOUT_MS },
        ),
      ),
    );
    project = created;
  }
  const projectId = project!.id;
  const { data: values } = await client.i18n.values.list({ projectId, locale: 'en', limit: PAGE });
  return {
    size: keys,
    project: project!,
    wholes: {
      'first import': medianOf(times['first import']),
      export: medianOf(times.export),
      publish: medianOf(times.publish),
    },
    values,
    deepCursor: await lastCursorOf(server, projectId),
  };
}

/** Returns the cursor of the last page. */
async function lastCursorOf({ client }: BenchServer, projectId: string): Promise<string> {
  let last = '';
  let next: string | null = null;
  do {
    last = next ?? '';
    const page: { meta: { nextCursor: string | null } } = await client.i18n.keys.list({
      projectId,
      limit: PAGE,
      ...(next === null ? {} : { cursor: next }),
    });
    next = page.meta.nextCursor;
  } while (next !== null);
  return last;
}

async function* largestRows(
  server: BenchServer,
  { wholes }: Measured,
  slowestMs: number,
): AsyncGenerator<Row> {
  const what = `${LARGEST.toLocaleString('en')} keys`;
  yield {
    name: `first import of ${what}`,
    unit: 's',
    ours: [wholes['first import'] / 1000],
    goal: { atMost: 60 },
  };
  yield {
    name: `import, export, publish and list of ${what}: maximum memory of the server`,
    unit: 'MB',
    ours: [server.peakMb()],
    goal: { atMost: 600 },
  };
  yield {
    name: `import, export, publish and list of ${what}: slowest \`/health\` meanwhile`,
    unit: 'ms',
    ours: [slowestMs],
    goal: { atMost: 200 },
  };
}

function* growthRows(measured: readonly Measured[]): Generator<Row> {
  for (const whole of ['first import', 'export', 'publish'] as const) {
    yield {
      name: `growth exponent: ${whole}`,
      unit: '',
      ours: [growthExponent(measured.map(({ size, wholes }) => ({ size, cost: wholes[whole] })))],
      goal: { atMost: 1.05 },
    };
  }
}

/** Measures single strings and pages. Alternates between the sizes, so that noise affects all of them equally. */
async function* singleRows(
  server: BenchServer,
  measured: readonly Measured[],
): AsyncGenerator<Row> {
  const { client } = server;
  const calls = {
    'first page of keys': ({ project }: Measured) =>
      client.i18n.keys.list({ projectId: project.id, limit: PAGE }),
    'last page of keys': ({ project, deepCursor }: Measured) =>
      client.i18n.keys.list({
        projectId: project.id,
        limit: PAGE,
        ...(deepCursor === '' ? {} : { cursor: deepCursor }),
      }),
    'update of one value': ({ project, values }: Measured, at: number) =>
      client.i18n.values.update({
        projectId: project.id,
        valueId: values[at]!.id!,
        text: `Edited ${at}`,
      }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const times = measured.map(() => [] as number[]);
    for (let at = 0; at < CALLS; at++) {
      for (const [index, project] of measured.entries()) {
        times[index]!.push(await timed(() => call(project, at)));
      }
    }
    yield {
      name: `growth exponent: ${name}`,
      unit: '',
      ours: [
        growthExponent(
          measured.map(({ size }, index) => ({ size, cost: medianOf(times[index]!) })),
        ),
      ],
      goal: { atMost: 0.1 },
    };
  }
}

async function* searchRows(server: BenchServer, { project }: Measured): AsyncGenerator<Row> {
  const { client } = server;
  const projectId = project.id;
  for (const [what, search] of [
    ['names', (q: string) => client.i18n.keys.list({ projectId, q, limit: PAGE })],
    ['texts', (q: string) => client.i18n.values.list({ projectId, locale: 'en', q, limit: PAGE })],
  ] as const) {
    const ours: number[] = [];
    for (const q of SEARCHES) ours.push(await timed(() => search(q)));
    yield {
      name: `slowest of ${SEARCHES.length} searches in ${LARGEST.toLocaleString('en')} ${what}`,
      unit: 'ms',
      ours: [Math.max(...ours)],
      goal: { atMost: 1_000 },
    };
  }
}
