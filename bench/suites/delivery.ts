import { mkdtempSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNginx } from '../../apps/api/test/servers/nginx.ts';
import { messagesOf } from '../messages.ts';
import { type BenchServer, startServer } from '../servers/server.ts';
import { runWrk } from '../servers/wrk.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import { createFilled, createProject, jsonOf } from '../workspace.ts';

const READ_KEYS = 1_000;
const CONNECTIONS = 32;
const LASTS_SECONDS = 3;
const READ_ROUNDS = 5;
const KEYS = 10_000;
const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pl', 'pt', 'nl', 'sv', 'ja'];
const PUBLISH_ROUNDS = 7;
const AGAIN_KEYS = 100_000;
const QUIET_SECONDS = 1;

export const delivery: Suite = {
  name: 'delivery',
  title: 'Bundles without the service',
  about:
    `Reads: a bundle of ${READ_KEYS.toLocaleString('en')} messages, nested and compressed with gzip, at ${CONNECTIONS} ` +
    'kept-alive connections by wrk. nginx has one process and serves the folder of the bundle store, with none of the ' +
    'service on the way. Publishing: the time of the call, of two services in turn, one of which writes to a folder as ' +
    `bundle store; a project of ${KEYS.toLocaleString('en')} keys in ${LOCALES.length} locales, of which one or all ` +
    'have changed. Each call begins when nothing else runs: neither checks nor the compressing of what was published before. ' +
    `Publishing again: a project of ${AGAIN_KEYS.toLocaleString('en')} keys in as many locales.`,
  async *rows() {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-store-'));
    const off = { RATE_LIMITS: 'off' };
    const withStore = await startServer({ env: { ...off, BUNDLE_STORE: `file://${folder}` } });
    const without = await startServer({ env: off });
    try {
      yield* reads(withStore, folder);
      yield* publishing(withStore, without, folder);
      yield await againRow(without);
    } finally {
      await Promise.all([withStore.stop(), without.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Serves a folder with nginx and the settings of docs/delivery/nginx.conf, in one process. */
const serveFolder = (folder: string) =>
  runNginx(
    (port) => `keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      gzip_static on;
      default_type application/json;
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header Access-Control-Allow-Origin "*";
      add_header X-Content-Type-Options nosniff;
    }
  }`,
  );

async function* reads(server: BenchServer, folder: string): AsyncGenerator<Row> {
  const { client, url } = server;
  const { id: projectId } = await createProject(server);
  const content = Object.fromEntries(messagesOf(READ_KEYS));
  await client.i18n.projects.import({ projectId, locale: 'en', content });
  const { data } = await client.i18n.releases.create({ projectId, environment: 'production' });
  const nginx = await serveFolder(folder);
  try {
    const manifest = (await (
      await fetch(`${nginx.url}/m/${projectId}/${data.environmentId}.json`)
    ).json()) as { locales: { en: { shapes: { nested: string } } } };
    const blob = `${nginx.url}/b/${manifest.locales.en.shapes.nested}.json`;
    const bundle = `${url}/v1/i18n/bundles/${projectId}/production/en?envelope=false`;
    const load = {
      connections: CONNECTIONS,
      seconds: LASTS_SECONDS,
      headers: { 'Accept-Encoding': 'gzip' },
    };
    const byNginx: number[] = [];
    const byService: number[] = [];
    for (let round = -1; round < READ_ROUNDS; round++) {
      const [stored, served] = [await runWrk(blob, load), await runWrk(bundle, load)];
      if (round < 0) continue;
      byNginx.push(stored.perSecond);
      byService.push(served.perSecond);
    }
    yield {
      name: 'bundles from the bundle store, by nginx',
      unit: 'requests/s',
      ours: byNginx,
      against: { name: 'by the service', figures: byService },
    };
  } finally {
    await nginx.stop();
  }
}

async function* publishing(
  withStore: BenchServer,
  without: BenchServer,
  folder: string,
): AsyncGenerator<Row> {
  const one = await fill(withStore, KEYS);
  const other = await fill(without, KEYS);
  for (const [what, locales] of [
    ['one', ['de']],
    ['all', LOCALES],
  ] as const) {
    const stored: number[] = [];
    const plain: number[] = [];
    for (let round = -1; round < PUBLISH_ROUNDS; round++) {
      const edition = `${what} ${round}`;
      await change(withStore, one, locales, edition);
      await change(without, other, locales, edition);
      await Promise.all([withStore.settled(QUIET_SECONDS), without.settled(QUIET_SECONDS)]);
      const storedMs = await publish(withStore, one);
      await withStore.settled(QUIET_SECONDS);
      const plainMs = await publish(without, other);
      if (round < 0) continue;
      stored.push(storedMs);
      plain.push(plainMs);
    }
    yield {
      name: `blobs and manifest of ${what}, written and read back by a bare script`,
      unit: 'ms',
      ours: await bareWrites(folder, locales.length),
    };
    yield {
      name: `publish with a bundle store, ${what} of ${LOCALES.length} locales changed`,
      unit: 'ms',
      ours: stored,
      against: { name: 'without', figures: plain },
      goal: { atMost: 1.2 },
    };
  }
}

/** Writes the same bytes with the durability of the store, without composing them: the minimum cost of a store. */
async function bareWrites(folder: string, locales: number): Promise<number[]> {
  const blob = Buffer.from(jsonOf(KEYS));
  const figures: number[] = [];
  for (let round = 0; round < PUBLISH_ROUNDS; round++) {
    figures.push(
      await timed(async () => {
        const names = Array.from({ length: 2 * locales }, (_, index) => `bare-${round}-${index}`);
        await Promise.all(names.map((name) => writeDurably(join(folder, name), blob)));
        const manifest = join(folder, `bare-${round}`);
        await writeDurably(manifest, Buffer.alloc(1_000 * LOCALES.length));
        await readFile(manifest);
      }),
    );
  }
  return figures;
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}

async function againRow(server: BenchServer): Promise<Row> {
  const projectId = await fill(server, AGAIN_KEYS);
  const firstMs = await publish(server, projectId);
  return {
    name: 'publish again with nothing changed',
    unit: 'ms',
    ours: [await publish(server, projectId)],
    against: { name: 'the first time', figures: [firstMs] },
    goal: { atMost: 0.1 },
  };
}

async function fill(server: BenchServer, keys: number): Promise<string> {
  const project = await createFilled(server, keys, LOCALES);
  await server.settled();
  return project.id;
}

/** Changes one text in each locale. */
async function change(
  { client }: BenchServer,
  projectId: string,
  locales: readonly string[],
  edition: string,
): Promise<void> {
  const [[key]] = [...messagesOf(1)] as [[string, string]];
  for (const locale of locales) {
    const content = { [key]: `changed ${edition} ${locale}` };
    await client.i18n.projects.import({ projectId, locale, content });
  }
}

/** Publishes a release, and returns the duration in ms. */
const publish = ({ client }: BenchServer, projectId: string): Promise<number> =>
  timed(async () => {
    const order = { projectId, environment: 'production' };
    const { data } = await client.i18n.releases.create(order, { waitSeconds: 60 });
    if (data.status !== 'published') throw new Error(`The release is ${data.status}.`);
  });
