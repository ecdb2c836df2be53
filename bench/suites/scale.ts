import { openWorld, type Side, type World } from '../scale/world.ts';
import { forkBareBundle } from '../servers/fork-bare.ts';
import { type Load, type RequestOptions, runRequests } from '../servers/requests.ts';
import { inTurn, type Row, type Suite } from '../suite.ts';

const ROUND_SECONDS = 2;
const WARM_SECONDS = 1;
const ROUNDS = 2;
const READERS = 8;
/**
 * Number of connections, and of requests in flight on each connection. With these numbers, a load process needs less
 * CPU time per request than a server.
 */
const BUNDLE_LOAD = { connections: 32, depth: 16 };
/** Approximate time in milliseconds to measure one number of processes. */
const COUNT_MS = 85_000;

export const scale: Suite = {
  name: 'scale',
  title: 'Processes',
  about:
    'The same load on one process of the service and on two, each with ten connections, on one PostgreSQL; the same ' +
    'number of processes of bare servers, and a process of load for each. `node bench/scale.ts 1 2 4 8` measures more ' +
    'processes on a machine with more cores. The bare statements write a value and its history; the bare rows are two of them ' +
    'and as many inserted ones as an edit writes besides.',
  rows: () => scaleRows([1, 2], process.env.DATABASE_URL),
};

/**
 * Measures each number of processes, the lowest first. Skips numbers that would end after `deadlineMs`, a time of
 * `performance.now()`.
 */
export async function* scaleRows(
  counts: readonly number[],
  databaseUrl: string | undefined,
  deadlineMs = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row> {
  const world = await openWorld(databaseUrl);
  try {
    process.stdout.write(`rows that an edit writes: ${world.rowsOfEdit}\n`);
    for (const count of counts) {
      if (performance.now() + COUNT_MS > deadlineMs) {
        process.stdout.write(`${count} processes: left out, no time is left\n`);
        continue;
      }
      await world.grow(count);
      const processes = count === 1 ? 'one process' : `${count} processes`;
      for (const { name, connections, paths } of editLoads(world)) {
        yield* editRows(world, `edits, ${name}, ${processes}`, connections, paths);
      }
      yield await windowRow(world, processes);
      yield await bundleRow(world, processes);
    }
  } finally {
    await world.close();
  }
}

/** Returns the edit workloads. A workload for several projects alternates between their paths. */
const editLoads = ({ projects, shared }: World) => [
  { name: '10 writers, 10 projects', connections: 10, paths: alternate(projects.slice(0, 10)) },
  { name: '64 writers, 32 projects', connections: 64, paths: alternate(projects) },
  { name: '16 writers, one project', connections: 16, paths: shared },
  { name: '64 writers, one project', connections: 64, paths: shared },
];

const alternate = (projects: readonly string[][]): string[] =>
  projects[0]!.flatMap((_, at) => projects.map((paths) => paths[at]!));

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the servers and PostgreSQL per request. */
  readonly cpuMs: number;
}

async function* editRows(
  world: World,
  name: string,
  connections: number,
  paths: readonly string[],
): AsyncGenerator<Row> {
  const measured: Record<Side, Measured[]> = { ours: [], bare: [], bareRows: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const side of ['ours', 'bare', 'bareRows'] as const) {
      const seconds = round < 0 ? WARM_SECONDS : ROUND_SECONDS;
      const one = await measure(world, side, { method: 'PATCH', connections, paths, seconds });
      if (round >= 0) measured[side].push(one);
    }
  }
  const both = (against: 'bare' | 'bareRows', of: (one: Measured) => number) => ({
    ours: measured.ours.map(of),
    against: {
      name: against === 'bare' ? 'the bare statements' : 'as many bare rows',
      figures: measured[against].map(of),
    },
  });
  yield { name, unit: 'edits/s', ...both('bare', ({ perSecond }) => perSecond) };
  yield { name, unit: 'edits/s', ...both('bareRows', ({ perSecond }) => perSecond) };
  yield { name: `${name}: 99th percentile`, unit: 'ms', ...both('bare', ({ p99Ms }) => p99Ms) };
  if (measured.ours.every(({ cpuMs }) => cpuMs > 0)) {
    yield {
      name: `${name}: processor time of one`,
      unit: 'ms',
      ...both('bareRows', ({ cpuMs }) => cpuMs),
    };
  }
}

type Requests = Omit<RequestOptions, 'headers'>;

/** Divides connections and paths among the processes of a side. */
async function measure(
  { sides, cpuMs, apiKey }: World,
  side: Side,
  { connections, paths, ...requests }: Requests,
): Promise<Measured> {
  const headers = { Authorization: `ApiKey ${apiKey}`, 'Content-Type': 'application/json' };
  const before = cpuMs(side);
  const loads = await Promise.all(
    sides[side].map(({ url }, index, { length }) =>
      runRequests(url, {
        ...requests,
        connections: Math.floor((connections + index) / length),
        paths: paths.filter((_, at) => at % length === index),
        headers,
      }),
    ),
  );
  return {
    perSecond: totalOf(loads, 'perSecond'),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
    cpuMs: (cpuMs(side) - before) / totalOf(loads, 'requests'),
  };
}

const totalOf = (loads: readonly Load[], figure: 'perSecond' | 'requests'): number =>
  loads.reduce((sum, load) => sum + load[figure], 0);

async function windowRow(world: World, processes: string): Promise<Row> {
  const connections = READERS * world.sides.ours.length;
  const read = async (side: 'ours' | 'bare') => {
    const order = { method: 'GET', seconds: ROUND_SECONDS, connections } as const;
    return (await measure(world, side, { ...order, paths: world.windows[side] })).perSecond;
  };
  await read('ours');
  await read('bare');
  const { ours, theirs } = await inTurn(
    ROUNDS,
    () => read('ours'),
    () => read('bare'),
  );
  return {
    name: `windows of 200 rows × 5 locales, ${processes}`,
    unit: 'requests/s',
    ours,
    against: { name: 'one bare statement and its rows as JSON', figures: theirs },
  };
}

async function bundleRow({ sides, bundlePath }: World, processes: string): Promise<Row> {
  const bares = await Promise.all(sides.ours.map(({ url }) => forkBareBundle(url + bundlePath)));
  const read = async (servers: readonly { url: string }[]): Promise<number> => {
    const options = { ...BUNDLE_LOAD, seconds: ROUND_SECONDS, method: 'GET' } as const;
    const headers = { 'Accept-Encoding': 'br' };
    const paths = [bundlePath];
    const loads = servers.map(({ url }) => runRequests(url, { ...options, headers, paths }));
    return totalOf(await Promise.all(loads), 'perSecond');
  };
  try {
    await read(sides.ours);
    await read(bares);
    const { ours, theirs } = await inTurn(
      ROUNDS,
      () => read(sides.ours),
      () => read(bares),
    );
    return {
      name: `bundles of 1,000 messages, pipelined, ${processes}`,
      unit: 'requests/s',
      ours,
      against: { name: 'bare `node:http`', figures: theirs },
    };
  } finally {
    for (const bare of bares) bare.stop();
  }
}
