import { machineMs, totalCpuMsOf } from '../process-family.ts';
import { LoadFamily, requestAll } from '../scale/family.ts';
import type { Sender } from '../scale/load.ts';
import { CAUSES, type Cause, sampleWaits, type Waits } from '../scale/waits.ts';
import { openWorld, type World } from '../scale/world.ts';
import { startBareBundle } from '../servers/bare-bundle.ts';
import type { Edited } from '../servers/bare-edit.ts';
import { medianOf, type Row, type Suite } from '../suite.ts';

const ROUND_MS = 2_000;
const WARM_MS = 1_000;
const ROUNDS = 2;
const READERS = 8;
/** Approximate time to measure one number of processes. */
const COUNT_MS = 85_000;

export const scale: Suite = {
  name: 'scale',
  title: 'Processes',
  about:
    'The same load on one process of the service and on two, each with ten connections, on one PostgreSQL; the same ' +
    'number of processes of bare servers, and a process of load for each. `node bench/scale.ts 1 2 4 8` measures more ' +
    'processes on a machine with more cores. The bare statements write a value and its history; the bare rows are two of them ' +
    'and as many inserted ones as an edit writes besides. While edits run, all connections are looked at fifty times a second: ' +
    'those at work have an open transaction or statement, and run in PostgreSQL (or would, if a core were free), wait for the ' +
    'next statement of the service, for the log (WAL), for a lock, for a latch in memory, or for a file.',
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
  const loads = new LoadFamily();
  try {
    const written = [...world.rowsOfEdit].map(([name, count]) => `${name} ${count}`);
    process.stdout.write(`rows that an edit writes: ${written.join(', ')}\n`);
    for (const count of counts) {
      if (performance.now() + COUNT_MS > deadlineMs) {
        process.stdout.write(`${count} processes: left out, no time is left\n`);
        continue;
      }
      await world.grow(count);
      for (const load of editLoads(world)) yield* editRows(world, loads, load, named(count));
      yield await windowRow(world, loads, named(count));
      yield await bundleRow(world, named(count));
    }
  } finally {
    loads.stop();
    await world.close();
  }
}

const named = (count: number): string => (count === 1 ? 'one process' : `${count} processes`);

interface EditLoad {
  readonly name: string;
  readonly senders: readonly Sender[];
}

const editLoads = ({ projects, shared }: World): EditLoad[] => [
  { name: 'edits, 10 writers, 10 projects', senders: projects.slice(0, 10).map(senderOf) },
  {
    name: 'edits, 64 writers, 32 projects',
    senders: [...projects, ...projects].map(halfOf).map(senderOf),
  },
  { name: 'edits, 16 writers, one project', senders: sharesOf(shared, 16).map(senderOf) },
  { name: 'edits, 64 writers, one project', senders: sharesOf(shared, 64).map(senderOf) },
];

const senderOf = (values: readonly Edited[]): Sender => ({
  method: 'PATCH',
  paths: values.map(({ projectId, valueId }) => `/v1/i18n/projects/${projectId}/values/${valueId}`),
});

/** Returns the first or the second half of a project's values, one for each of two writers. */
function halfOf(values: readonly Edited[], index: number, all: readonly unknown[]): Edited[] {
  return values.filter((_, at) => at % 2 === (index < all.length / 2 ? 0 : 1));
}

const sharesOf = (values: readonly Edited[], count: number): Edited[][] =>
  Array.from({ length: count }, (_, share) => values.filter((_value, at) => at % count === share));

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the servers and PostgreSQL per request. */
  readonly cpuMs: number;
  /** Utilization of all cores, from 0 to 1. */
  readonly busy: number;
  readonly waits: Waits | null;
}

async function* editRows(
  world: World,
  loads: LoadFamily,
  { name, senders }: EditLoad,
  processes: string,
): AsyncGenerator<Row> {
  const sides = {
    ours: world.processes,
    bare: world.bare,
    rows: world.bareRows,
  };
  const measured = { ours: [], bare: [], rows: [] } as Record<keyof typeof sides, Measured[]>;
  for (let round = -1; round < ROUNDS; round++) {
    for (const side of ['ours', 'bare', 'rows'] as const) {
      const lastsMs = round < 0 ? WARM_MS : ROUND_MS;
      const one = await measure(world, loads, sides[side], senders, lastsMs, side === 'ours');
      if (round >= 0) measured[side].push(one);
    }
  }
  const figures = (side: keyof typeof sides, of: (one: Measured) => number) =>
    measured[side].map(of);
  const both = (against: 'bare' | 'rows', of: (one: Measured) => number) => ({
    ours: figures('ours', of),
    against: {
      name: against === 'bare' ? 'the bare statements' : 'as many bare rows',
      figures: figures(against, of),
    },
  });
  const what = `${name}, ${processes}`;
  yield { name: what, unit: 'edits/s', ...both('bare', ({ perSecond }) => perSecond) };
  yield { name: what, unit: 'edits/s', ...both('rows', ({ perSecond }) => perSecond) };
  yield { name: `${what}: 99th percentile`, unit: 'ms', ...both('bare', ({ p99Ms }) => p99Ms) };
  if (measured.ours.every(({ cpuMs }) => cpuMs > 0)) {
    yield {
      name: `${what}: processor time of one`,
      unit: 'ms',
      ...both('rows', (one) => one.cpuMs),
    };
  }
  const busy = medianOf(figures('ours', (one) => one.busy));
  process.stdout.write(`  cores busy: ${(100 * busy).toFixed(0)} %\n`);
  yield* waitRows(
    what,
    measured.ours.map(({ waits }) => waits!),
  );
}

/** Yields the shares of the wait causes. Prints all causes. */
function* waitRows(what: string, waits: readonly Waits[]): Generator<Row> {
  const shareOf = (cause: Cause) => waits.map(({ shares }) => 100 * (shares.get(cause) ?? 0));
  const all = CAUSES.map((cause) => `${cause} ${medianOf(shareOf(cause)).toFixed(1)} %`);
  const atWork = medianOf(waits.map((sample) => sample.atWork)).toFixed(1);
  process.stdout.write(`  ${atWork} connections at work, their time: ${all.join(', ')}\n`);
  for (const name of waits.at(-1)!.names) process.stdout.write(`  ${name}\n`);
  yield { name: `${what}: time of connections for WAL`, unit: '%', ours: shareOf('WAL') };
  yield { name: `${what}: locks not granted`, unit: '', ours: waits.map(({ blocked }) => blocked) };
}

async function measure(
  { database, server }: World,
  loads: LoadFamily,
  servers: readonly { url: string; pid: number }[],
  senders: readonly Sender[],
  lastsMs: number,
  isSampled: boolean,
): Promise<Measured> {
  const cpuMs = (): number =>
    servers.reduce((sum, { pid }) => sum + totalCpuMsOf(pid), database.cpuMs());
  const sampler = isSampled ? await sampleWaits(database.url) : null;
  let waits: Waits | null = null;
  const before = cpuMs();
  const machineBefore = machineMs();
  const urls = servers.map(({ url }) => url);
  try {
    const { times, perSecond } = await loads.send(urls, server.apiKey, senders, lastsMs);
    const spentMs = cpuMs() - before;
    const machine = machineMs();
    const busyMs = machine.busy - machineBefore.busy;
    const busy = busyMs / (busyMs + machine.idle - machineBefore.idle);
    waits = (await sampler?.stop()) ?? null;
    const p99Ms = times[Math.floor(0.99 * times.length)]!;
    return { perSecond, p99Ms, cpuMs: spentMs / times.length, busy, waits };
  } finally {
    if (waits === null) await sampler?.stop();
  }
}

async function windowRow(world: World, loads: LoadFamily, processes: string): Promise<Row> {
  const { rowSenders, bareWindows } = world;
  const readersOf = (sender: Sender): Sender[] =>
    Array.from({ length: READERS * world.processes.length }, (_, at) => ({
      ...sender,
      paths: [...sender.paths.slice(at), ...sender.paths.slice(0, at)],
    }));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const one = await measure(
      world,
      loads,
      world.processes,
      readersOf(rowSenders.ours),
      ROUND_MS,
      false,
    );
    const other = await measure(
      world,
      loads,
      bareWindows,
      readersOf(rowSenders.bare),
      ROUND_MS,
      false,
    );
    if (round < 0) continue;
    ours.push(one.perSecond);
    theirs.push(other.perSecond);
  }
  return {
    name: `windows of 200 rows × 5 locales, ${processes}`,
    unit: 'requests/s',
    ours,
    against: { name: 'one bare statement and its rows as JSON', figures: theirs },
  };
}

async function bundleRow(world: World, processes: string): Promise<Row> {
  const urls = world.processes.map(({ url }) => url + world.bundlePath);
  const bares = await Promise.all(urls.map(startBareBundle));
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      const one = await requestAll(urls, ROUND_MS);
      const other = await requestAll(
        bares.map(({ url }) => url),
        ROUND_MS,
      );
      if (round < 0) continue;
      ours.push(one);
      theirs.push(other);
    }
  } finally {
    for (const bare of bares) bare.stop();
  }
  return {
    name: `bundles of 1,000 messages, pipelined, ${processes}`,
    unit: 'requests/s',
    ours,
    against: { name: 'bare `node:http`', figures: theirs },
  };
}
