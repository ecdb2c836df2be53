import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messagesOf } from './messages.ts';
import type { Row } from './row.ts';
import type { BenchServer } from './server.ts';

const KEYS = 1_000;
const CONNECTIONS = 32;
const LASTS_MS = 3_000;
const ROUNDS = 5;
const run = promisify(execFile);
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

interface Load {
  perSecond: number;
  p99Ms: number;
}

/** Bundles at 32 connections against a bare server that sends the same bytes, and the same for 304s. */
export async function* bundleRows(server: BenchServer): AsyncGenerator<Row> {
  const url = await publish(server);
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await response.arrayBuffer());
  const etag = response.headers.get('etag')!;
  const bare = await startBare(url);
  try {
    for (const [what, tag] of [
      ['bundle requests', ''],
      ['304 answers', etag],
    ] as const) {
      const ours: Load[] = [];
      const theirs: Load[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await load(url, tag));
        theirs.push(await load(bare.url, tag && bare.etag));
      }
      yield {
        name: `${what} at ${CONNECTIONS} connections (${Math.round(body.length / 1024)} KiB)`,
        unit: 'requests/s',
        ours: ours.map(({ perSecond }) => perSecond),
        baseline: theirs.map(({ perSecond }) => perSecond),
        baselineName: 'a bare `node:http` server with the same bytes',
        goal: { ratio: 0.95, better: 'more' },
      };
      yield {
        name: `their 99th percentile`,
        unit: 'ms',
        ours: ours.map(({ p99Ms }) => p99Ms),
        baseline: theirs.map(({ p99Ms }) => p99Ms),
        baselineName: 'the bare server’s',
        goal: { ratio: 1.1, better: 'less' },
      };
    }
  } finally {
    bare.stop();
  }
}

async function publish({ client, url }: BenchServer): Promise<string> {
  const { id: projectId } = (
    await client.i18n.projects.create({ name: 'bundle', sourceLocale: 'en' })
  ).data;
  const content = Object.fromEntries(messagesOf(KEYS));
  await client.i18n.projects.import({ projectId, locale: 'en', content });
  await client.i18n.releases.create({ projectId, environment: 'production' });
  return `${url}/v1/i18n/bundles/${projectId}/production/en`;
}

/** The bare server with the very answer that ours gives, brotli and all headers. */
async function startBare(url: string): Promise<{ url: string; etag: string; stop(): void }> {
  const { headers, body } = await rawAnswer(url);
  const etag = headers[headers.indexOf('ETag') + 1] ?? '';
  const child = fork(pathOf('./bare-server.ts'), {
    env: { ...process.env, BARE_ANSWER: JSON.stringify({ body, headers, etag }) },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/`, etag, stop: () => child.kill() };
}

async function rawAnswer(url: string): Promise<{ headers: string[]; body: string }> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const drop = /^(date|connection|keep-alive)$/i;
        const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, n) => [
          response.rawHeaders[2 * n]!,
          response.rawHeaders[2 * n + 1]!,
        ]).filter(([name]) => !drop.test(name!));
        resolve({ headers: pairs.flat(), body: Buffer.concat(chunks).toString('base64') });
      });
    }).on('error', reject);
  });
}

async function load(url: string, etag: string): Promise<Load> {
  const args = [pathOf('./load.ts'), url, String(CONNECTIONS), String(LASTS_MS)];
  const { stdout } = await run(process.execPath, etag ? [...args, etag] : args);
  return JSON.parse(stdout) as Load;
}
