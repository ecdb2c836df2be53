import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messagesOf } from '../messages.ts';
import { type BenchServer, startAnother, startServer } from '../server.ts';
import type { Row, Suite } from '../suite.ts';

const KEYS = 1_000;
const CONNECTIONS = 32;
const LASTS_MS = 3_000;
const ROUNDS = 5;
/** Many requests on each connection at once, so that one process of load can busy two of ours. */
const PIPELINED = 16;
const run = promisify(execFile);
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

interface Load {
  perSecond: number;
  p99Ms: number;
}

export const bundles: Suite = {
  name: 'bundles',
  title: 'Bundles at run time',
  about:
    `A bundle of ${KEYS.toLocaleString('en')} messages at ${CONNECTIONS} kept-alive connections, with the load ` +
    'in a separate process. The baseline is a bare `node:http` server that sends exactly the same bytes ' +
    'and headers. Where two processes share the port, the load takes a part of the two cores.',
  async *rows() {
    const env = { RATE_LIMITS: 'off', REUSE_PORT: 'on' };
    const server = await startServer({ env });
    try {
      const url = await publish(server);
      yield* againstBare(url);
      yield* onTwoProcesses(server, url, env);
    } finally {
      await server.stop();
    }
  },
};

async function* againstBare(url: string): AsyncGenerator<Row> {
  const bare = await startBare(url);
  try {
    for (const { what, etag, atLeast } of [
      { what: 'bundle requests', etag: '', atLeast: 0.8 },
      { what: '304 answers', etag: bare.etag, atLeast: 0.8 },
    ]) {
      const ours: Load[] = [];
      const theirs: Load[] = [];
      await load(url, etag);
      await load(bare.url, etag);
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await load(url, etag));
        theirs.push(await load(bare.url, etag));
      }
      yield {
        name: what,
        unit: 'requests/s',
        ours: ours.map(({ perSecond }) => perSecond),
        against: { name: 'bare `node:http`', figures: theirs.map(({ perSecond }) => perSecond) },
        goal: { atLeast },
      };
      yield {
        name: `${what}: 99th percentile`,
        unit: 'ms',
        ours: ours.map(({ p99Ms }) => p99Ms),
        against: { name: 'bare `node:http`', figures: theirs.map(({ p99Ms }) => p99Ms) },
        goal: { atMost: 1.5 },
      };
    }
  } finally {
    bare.stop();
  }
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
      one.push((await load(url, etag, PIPELINED)).perSecond);
      const other = await startAnother(server, env);
      try {
        // Its first requests are compiled and read from the database.
        await load(url, etag, PIPELINED);
        two.push((await load(url, etag, PIPELINED)).perSecond);
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

/** The bare server with the very answer that ours gives, brotli and all headers. */
async function startBare(url: string): Promise<{ url: string; etag: string; stop(): void }> {
  const { headers, body } = await rawAnswer(url);
  const etag = headers[headers.indexOf('ETag') + 1] ?? '';
  const child = fork(pathOf('../bare-server.ts'), {
    env: { ...process.env, BARE_ANSWER: JSON.stringify({ body, headers, etag }) },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/`, etag, stop: () => child.kill() };
}

function rawAnswer(url: string): Promise<{ headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const drop = /^(date|connection|keep-alive)$/i;
        const headers: string[] = [];
        for (let at = 0; at < response.rawHeaders.length; at += 2) {
          const [name, value] = response.rawHeaders.slice(at, at + 2) as [string, string];
          if (!drop.test(name)) headers.push(name, value);
        }
        resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
      });
    }).on('error', reject);
  });
}

async function load(url: string, etag: string, depth = 1): Promise<Load> {
  const args = [pathOf('../load.ts'), url, CONNECTIONS, LASTS_MS, depth].map(String);
  const { stdout } = await run(process.execPath, etag ? [...args, etag] : args);
  return JSON.parse(stdout) as Load;
}
