import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServer, startServer } from '../servers/server.ts';
import type { Suite } from '../suite.ts';

const ROUNDS = 5;
/** After the last thing that a start does in the background. */
const REST_MS = 10_000;

export const start: Suite = {
  name: 'start',
  title: 'Start and rest',
  about:
    'The time from the call of the program until it serves requests. A first start creates the ' +
    'database with all of its tables. Memory is the total of all processes, including PostgreSQL, ' +
    'with shared pages counted once.',
  async *rows() {
    const firstMs: number[] = [];
    const secondMs: number[] = [];
    const restMb: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
      try {
        firstMs.push(await running(dataDir, async ({ startMs }) => startMs));
        secondMs.push(await running(dataDir, async ({ startMs }) => startMs));
        if (round === 0) restMb.push(await running(dataDir, atRest));
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
    yield { name: 'first start', unit: 'ms', ours: firstMs, goal: { atMost: 10_000 } };
    yield { name: 'second start', unit: 'ms', ours: secondMs, goal: { atMost: 2_000 } };
    yield { name: 'memory at rest', unit: 'MB', ours: restMb, goal: { atMost: 300 } };
  },
};

async function running(
  dataDir: string,
  measure: (server: BenchServer) => Promise<number>,
): Promise<number> {
  const server = await startServer({ dataDir });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function atRest(server: BenchServer): Promise<number> {
  await sleep(REST_MS);
  return server.totalMb();
}
