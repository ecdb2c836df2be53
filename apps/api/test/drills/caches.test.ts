import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import {
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  startDatabaseServer,
  startProcess,
  type TestDatabaseServer,
} from '../processes/process.ts';
import { fillIn } from '../servers/fill-in.ts';
import { runNginx } from '../servers/nginx.ts';
import { makeTestDirectory } from '../servers/postgres.ts';
import { startVarnish } from '../servers/varnish.ts';

const REQUESTS_PER_SECOND = 200;
const read = (name: string): string =>
  readFileSync(new URL(`../../../../docs/delivery/${name}`, import.meta.url), 'utf8');

interface Cache {
  readonly url: string;
  stop(): Promise<void>;
}

/** The caches of docs/delivery.md, each with its configuration file. */
const CACHES = {
  nginx: {
    env: async () => ({ port: 0, env: {} }),
    start: (service: number, _port: number, store: string): Promise<Cache> =>
      runNginx((port, dir) =>
        fillIn(read('nginx.conf'), {
          '127.0.0.1:4400': `127.0.0.1:${service}`,
          '127.0.0.1:8080': `127.0.0.1:${port}`,
          '/var/cache/nginx/bundles': `${dir}/bundles`,
          '/srv/bundles/': `${store}/`,
        }),
      ),
    // The next revalidation takes up to one second, and the clock of the cache has whole seconds.
    visibleMs: 2_500,
  },
  Varnish: {
    env: async () => {
      const port = await findFreePort();
      const vcl = read('varnish.vcl');
      const request = /CDN_PURGE_REQUEST=(\{.*\})/.exec(vcl)![1]!;
      const template = fillIn(request, { '127.0.0.1:6081': `127.0.0.1:${port}` });
      return { port, env: { CDN: 'request', CDN_PURGE_REQUEST: template } };
    },
    start: (service: number, port: number): Promise<Cache> =>
      startVarnish(fillIn(read('varnish.vcl'), { '"4400"': `"${service}"` }), port),
    visibleMs: 1_000,
  },
} as const;

describe.each(['nginx', 'Varnish'] as const)('bundles behind %s', (kind) => {
  const { env: envOf, start, visibleMs } = CACHES[kind];
  const dataDir = makeTestDirectory();
  const store = makeTestDirectory();
  let database: TestDatabaseServer;
  let service: ServiceProcess;
  let account: ProcessAccount;
  let cache: Cache;
  let projectId = '';
  let startService: () => Promise<ServiceProcess>;

  beforeAll(async () => {
    database = await startDatabaseServer();
    const { port: cachePort, env } = await envOf();
    const port = await findFreePort();
    const options = { dataDir, port, databaseUrl: database.connectionString };
    startService = () =>
      startProcess({ ...options, env: { ...env, BUNDLE_STORE: `file://${store}` } });
    service = await startService();
    cache = await start(port, cachePort, store);
    account = await openAccount(service);
    const { data } = await client().i18n.projects.create({ name: 'Drill', sourceLocale: 'en' });
    projectId = data.id;
    await client().i18n.locales.create({ projectId, code: 'de' });
    await publish('one');
  });
  afterAll(async () => {
    await cache.stop();
    await service.stop();
    await database.stop();
    for (const dir of [dataDir, store]) rmSync(dir, { recursive: true, force: true });
  });

  const client = () =>
    createClient({ baseUrl: service.url, apiKey: account.apiKey, maxRetries: 0 });
  const publish = async (text: string): Promise<void> => {
    await client().i18n.projects.import({ projectId, locale: 'en', content: { text } });
    await client().i18n.releases.create({ projectId, environment: 'production' });
  };
  const pathOf = (locale: string): string => `/v1/i18n/bundles/${projectId}/production/${locale}`;
  const textIn = async (url: string, encoding = 'br'): Promise<string> => {
    const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { text: string }).text;
  };

  it('have one cache entry for all orders of parameters and spellings of Accept-Encoding', async () => {
    const path = `${cache.url}${pathOf('en')}`;
    const spellings = ['br', 'gzip, br', 'br;q=1.0, gzip;q=0.8', 'deflate, gzip, br'];
    const queries = [
      'shape=flat&envelope=false',
      'envelope=false&shape=flat',
      'envelope=false&v=42&shape=flat',
    ];
    const etags = new Set<string | null>();
    for (const query of queries) {
      for (const spelling of spellings) {
        const answer = await fetch(`${path}?${query}`, {
          headers: { 'accept-encoding': spelling },
        });
        expect(await answer.json()).toEqual({ text: 'one' });
        etags.add(answer.headers.get('etag'));
      }
    }
    expect(etags.size).toBe(1);
  });

  it('show a new release within 2.5 seconds', async () => {
    const url = `${cache.url}${pathOf('en')}?envelope=false`;
    await textIn(url);
    let text = 'one';
    const reading = (async () => {
      while (text !== 'two') {
        text = await textIn(url);
        await sleep(20);
      }
      return performance.now();
    })();
    await publish('two');
    const publishedAt = performance.now();
    expect((await reading) - publishedAt).toBeLessThan(visibleMs);
  });

  it('remain available from the cache while the database and then the service are down', async () => {
    const urls = ['en', 'de'].flatMap((locale) =>
      ['', '?envelope=false', '?shape=flat'].map((query) => cache.url + pathOf(locale) + query),
    );
    for (const url of urls) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        expect((await fetch(url, { headers: { 'accept-encoding': encoding } })).status).toBe(200);
      }
    }
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    const one = async (at: number): Promise<void> => {
      const encoding = ['br', 'gzip', 'identity'][at % 3]!;
      try {
        const answer = await fetch(urls[at % urls.length]!, {
          headers: { 'accept-encoding': encoding },
        });
        await answer.arrayBuffer();
        answered++;
        if (answer.status !== 200) failures.push(String(answer.status));
      } catch (error) {
        failures.push((error as Error).message);
      }
    };
    const load = (async () => {
      const startedAt = performance.now();
      const running: Promise<void>[] = [];
      for (let index = 0; !isOver; index++) {
        const dueMs = startedAt + (index * 1000) / REQUESTS_PER_SECOND - performance.now();
        if (dueMs > 0) await sleep(dueMs);
        running.push(one(index));
      }
      await Promise.all(running);
    })();
    await sleep(2_000);
    database.kill();
    await sleep(4_000);
    await service.kill();
    await sleep(4_000);
    const back = Promise.all([database.restart()]).then(startService);
    service = await back;
    await sleep(2_000);
    isOver = true;
    await load;
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(REQUESTS_PER_SECOND * 10);
    await publish('three');
    const deadline = performance.now() + 30_000;
    while ((await textIn(`${cache.url}${pathOf('en')}?envelope=false`)) !== 'three') {
      expect(performance.now()).toBeLessThan(deadline);
      await sleep(50);
    }
  });
});
