import { messagesOf } from '../messages.ts';
import { totalCpuMsOf } from '../process-family.ts';
import { forkBareBundle } from '../servers/fork-bare.ts';
import { runRequests } from '../servers/requests.ts';
import { type BenchServer, startAnother, startServer } from '../servers/server.ts';
import { type Load, runWrk } from '../servers/wrk.ts';
import type { Row, Suite } from '../suite.ts';

const KEYS = 1_000;
const LOAD = { connections: 32, seconds: 3 };
const ROUNDS = 5;
/** Number of requests in flight on each connection, so that one load process can saturate two server processes. */
const PIPELINED = 16;

export const bundles: Suite = {
  name: 'bundles',
  title: 'Bundles at run time',
  about:
    `A bundle of ${KEYS.toLocaleString('en')} messages at ${LOAD.connections} kept-alive connections, with the load ` +
    'by wrk, with one thread. The baseline is a bare `node:http` server that sends exactly the same bytes ' +
    'and headers. The load on two processes that share the port takes a part of the two cores.',
  async *rows() {
    const env = { RATE_LIMITS: 'off', REUSE_PORT: 'on' };
    const server = await startServer({ env });
    try {
      const url = await publish(server);
      yield* againstBare(server, url);
      yield* onTwoProcesses(server, url, env);
    } finally {
      await server.stop();
    }
  },
};

async function* againstBare(server: BenchServer, url: string): AsyncGenerator<Row> {
  const bare = await forkBareBundle(url);
  const bareCpuMs = () => totalCpuMsOf(bare.pid);
  const name = 'bare `node:http`';
  const cpuUs: number[][] = [];
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
      cpuUs.push(ours.map((load) => load.cpuUs));
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
    yield {
      name: 'processor time of a 304 answer',
      unit: 'µs',
      ours: cpuUs[1]!,
      against: { name: 'of a whole bundle', figures: cpuUs[0]! },
      goal: { atMost: 1 },
    };
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
  const load = await runWrk(url, { ...LOAD, headers: headersOf(etag) });
  return { ...load, cpuUs: (1_000 * (cpuMs() - before)) / load.requests };
}

async function* onTwoProcesses(
  server: BenchServer,
  url: string,
  env: Record<string, string>,
): AsyncGenerator<Row> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
  await response.arrayBuffer();
  for (const [what, etag] of [
    ['bundle requests', ''],
    ['304 answers', response.headers.get('etag')!],
  ] as const) {
    const one: number[] = [];
    const two: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await pipelined(url, etag));
      const other = await startAnother(server, env);
      try {
        // The first requests are compiled and read from the database.
        await pipelined(url, etag);
        two.push(await pipelined(url, etag));
      } finally {
        await other.stop();
      }
    }
    yield {
      name: `${what} on two processes and one port, pipelined`,
      unit: 'requests/s',
      ours: two,
      against: { name: 'one process', figures: one },
      goal: { atLeast: 1.3 },
    };
  }
}

async function publish({ client, url }: BenchServer): Promise<string> {
  const { data: project } = await client.i18n.projects.create({
    name: 'Bundle',
    sourceLocale: 'en',
  });
  const content = Object.fromEntries(messagesOf(KEYS));
  await client.i18n.projects.import({ projectId: project.id, locale: 'en', content });
  await client.i18n.releases.create({ projectId: project.id, environment: 'production' });
  return `${url}/v1/i18n/bundles/${project.id}/production/en`;
}

const headersOf = (etag: string): Record<string, string> => ({
  'Accept-Encoding': 'br',
  ...(etag !== '' && { 'If-None-Match': etag }),
});

/** Sends many requests at once on each connection. Returns the responses per second. */
async function pipelined(url: string, etag: string): Promise<number> {
  const { pathname } = new URL(url);
  const request = { method: 'GET', paths: [pathname], depth: PIPELINED } as const;
  return (await runRequests(url, { ...LOAD, ...request, headers: headersOf(etag) })).perSecond;
}
