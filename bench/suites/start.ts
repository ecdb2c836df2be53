import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bare, startBare } from '../servers/bare-rest.ts';
import { type BenchServer, startServer } from '../servers/server.ts';
import type { Suite } from '../suite.ts';

const ROUNDS = 5;
const REST_ROUNDS = 2;
/** Longer than any background work after a start, such as garbage collection. */
const REST_MS = 35_000;
/** Long enough for processor time, which has a resolution of a hundredth of a second. */
const COUNTED_MS = 60_000;

export const start: Suite = {
  name: 'start',
  title: 'Start and rest',
  about:
    'The time from the call of the program until it serves requests. A first start creates the ' +
    'database with all of its tables. Memory is the total of all processes, including PostgreSQL, ' +
    'with shared pages counted once. At rest, the service is asked for nothing, for half a minute before memory is read ' +
    'and for a minute meanwhile processor time is counted. The least that a service of this kind takes is that of an ' +
    'empty `node:http` server and of the same PostgreSQL with one connection, to which nothing is sent.',
  async *rows() {
    const firstMs: number[] = [];
    const secondMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
      try {
        firstMs.push(await running(dataDir, async ({ startMs }) => startMs));
        secondMs.push(await running(dataDir, async ({ startMs }) => startMs));
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
    yield { name: 'first start', unit: 'ms', ours: firstMs, goal: { atMost: 10_000 } };
    yield { name: 'second start', unit: 'ms', ours: secondMs, goal: { atMost: 2_000 } };
    const ours: Rest[] = [];
    const theirs: Rest[] = [];
    for (let round = 0; round < REST_ROUNDS; round++) {
      ours.push(await inNewFolder((dataDir) => running(dataDir, atRest)));
      theirs.push(await inNewFolder(async (dataDir) => bareAtRest(await startBare(dataDir))));
    }
    const against = 'an empty Node and PostgreSQL';
    yield {
      name: 'memory at rest',
      unit: 'MB',
      ours: ours.map(({ mb }) => mb),
      against: { name: against, figures: theirs.map(({ mb }) => mb) },
      goal: { atMost: 2.5, budget: 140 },
    };
    yield {
      name: 'processor time of a minute at rest',
      unit: 'ms',
      ours: ours.map(({ cpuMs }) => cpuMs),
      against: { name: against, figures: theirs.map(({ cpuMs }) => cpuMs) },
      goal: { atMost: 2, budget: 1_200 },
    };
  },
};

interface Rest {
  readonly mb: number;
  readonly cpuMs: number;
}

async function inNewFolder<Result>(run: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  try {
    return await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function running<Result>(
  dataDir: string,
  measure: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await startServer({ dataDir });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function bareAtRest(bare: Bare): Promise<Rest> {
  try {
    return await atRest(bare);
  } finally {
    await bare.stop();
  }
}

async function atRest({
  totalMb,
  totalCpuMs,
}: Pick<Bare, 'totalMb' | 'totalCpuMs'>): Promise<Rest> {
  await sleep(REST_MS);
  const before = totalCpuMs();
  await sleep(COUNTED_MS);
  return { mb: totalMb(), cpuMs: totalCpuMs() - before };
}
