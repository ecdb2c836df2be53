import { totalCpuMsOf } from '../process-family.ts';
import { forkBareBundle } from '../servers/fork-bare.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { type Load, runWrk } from '../servers/wrk.ts';
import type { Row, Suite } from '../suite.ts';
import { createFilled } from '../workspace.ts';

const KEYS = 1_000;
const LOAD = { connections: 32, seconds: 3 };
const ROUNDS = 5;

export const bundles: Suite = {
  name: 'bundles',
  title: 'Bundles at run time',
  about:
    `A bundle of ${KEYS.toLocaleString('en')} messages at ${LOAD.connections} kept-alive connections, with the load ` +
    'by wrk, with one thread. The baseline is a bare `node:http` server that sends exactly the same bytes ' +
    'and headers.',
  rows: () => onServer(againstBare),
};

async function* againstBare(server: BenchServer): AsyncGenerator<Row> {
  const url = await publish(server);
  const bare = await forkBareBundle(url);
  const bareCpuMs = () => totalCpuMsOf(bare.pid);
  const name = 'bare `node:http`';
  try {
    for (const [what, etag] of [
      ['bundle requests', ''],
      ['304 answers', bare.etag],
    ] as const) {
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      await measure(url, etag, server.totalCpuMs);
      await measure(bare.url, etag, bareCpuMs);
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await measure(url, etag, server.totalCpuMs));
        theirs.push(await measure(bare.url, etag, bareCpuMs));
      }
      const both = (figureOf: (load: Measured) => number) => ({
        ours: ours.map(figureOf),
        against: { name, figures: theirs.map(figureOf) },
      });
      yield {
        name: what,
        unit: 'requests/s',
        ...both(({ perSecond }) => perSecond),
        goal: { atLeast: 0.85 },
      };
      yield {
        name: `${what}: 99th percentile`,
        unit: 'ms',
        ...both(({ p99Ms }) => p99Ms),
        goal: { atMost: 1.5 },
      };
      yield {
        name: `${what}: processor time of one`,
        unit: 'µs',
        ...both(({ cpuUs }) => cpuUs),
      };
    }
  } finally {
    bare.stop();
  }
}

interface Measured extends Load {
  /** Processor time of the server per request. */
  readonly cpuUs: number;
}

async function measure(url: string, etag: string, cpuMs: () => number): Promise<Measured> {
  const before = cpuMs();
  const headers = { 'Accept-Encoding': 'br', ...(etag !== '' && { 'If-None-Match': etag }) };
  const load = await runWrk(url, { ...LOAD, headers });
  return { ...load, cpuUs: (1_000 * (cpuMs() - before)) / load.requests };
}

async function publish(server: BenchServer): Promise<string> {
  const { id: projectId } = await createFilled(server, KEYS, ['en']);
  await server.client.i18n.releases.create({ projectId, environment: 'production' });
  return `${server.url}/v1/i18n/bundles/${projectId}/production/en`;
}
