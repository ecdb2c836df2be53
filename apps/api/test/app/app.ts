import { rmSync } from 'node:fs';
import { type Client, createClient } from '@parlance/sdk';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildDeps } from '../../src/build-deps.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/client.ts';
import type { Deps } from '../../src/deps.ts';
import { buildApp } from '../../src/http/app.ts';
import type { BodyMemory } from '../../src/http/body/body-space.ts';
import { BundleCache } from '../../src/http/bundle/bundle-cache.ts';
import { listenForReleases } from '../../src/http/bundle/listen-for-releases.ts';
import type { Metrics } from '../../src/http/metrics.ts';
import type { ServerTimeouts } from '../../src/http/server.ts';
import { openBundles } from '../../src/open-bundles.ts';
import type { Mail } from '../../src/providers/mail/mailer.ts';
import { createTestDatabase, makeTestDirectory } from '../servers/postgres.ts';

/** A clock that shows the real time until a test advances it. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}

export interface TestApp {
  url: string;
  origin: string;
  app: FastifyInstance;
  deps: Deps;
  db: Db;
  clock: TestClock;
  bundles: BundleCache;
  /** Mails that were sent, oldest first. */
  outbox: Mail[];
  connectionString: string;
  /** Returns a client with this key, or without credentials if the key is null. */
  client(apiKey?: string | null, headers?: Record<string, string>): Client;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  overrides?: Partial<Deps>;
  /** True if this process also runs tasks. Defaults to true. */
  works?: boolean;
  metrics?: Metrics;
  timeouts?: ServerTimeouts;
  bodySpace?: BodyMemory;
  /** An existing database, shared with another process of the service. */
  connectionString?: string;
}

/** Starts the whole service in this process, over HTTP on loopback, with a new database. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.connectionString === undefined ? await createTestDatabase() : null;
  const connectionString = options.connectionString ?? database!.connectionString;
  const dataDir = makeTestDirectory();
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', ...options.env });
  const clock = createTestClock();
  const outbox: Mail[] = [];
  const { store, source } = openBundles(config, options.metrics);
  const overrides = {
    log: pino({ level: options.env?.LOG_LEVEL ?? 'silent' }),
    clock,
    bundleStore: store,
    mailer: {
      send: async (mail: Mail) => {
        outbox.push(mail);
        return null;
      },
      close: async () => {},
    },
    ...options.overrides,
  };
  const built = await buildDeps(config, connectionString, overrides, options.metrics);
  if (options.works !== false) await built.queue.work(built.deps, built.watch);
  source.attach(built.deps, () => built.watch.isUp);
  const bundles = new BundleCache(source, {
    maxBytes: 16 * 1024 * 1024,
    sharedMaxAgeSeconds: config.sharedMaxAgeSeconds,
  });
  listenForReleases(built.watch, bundles);
  const app = await buildApp(built.deps, {
    trustProxy: config.trustProxy,
    limitsRates: config.limitsRates,
    web: { i18nProject: config.webI18nProject, writesMailFiles: config.smtpUrl === null },
    bundles,
    database: built.watch,
    ...(options.metrics ? { metrics: options.metrics } : {}),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
    ...(options.bodySpace ? { bodySpace: options.bodySpace } : {}),
  });
  const url = await app.listen({ port: config.port, host: '127.0.0.1' });
  return {
    url,
    origin: built.deps.site.allowedOrigins[0]!,
    app,
    deps: built.deps,
    db: built.deps.db,
    clock,
    bundles,
    outbox,
    connectionString,
    client: clientsOf(url),
    async close() {
      await app.close();
      await built.queue.stop(5_000);
      await built.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates clients of the service at a URL, which never retry. */
export function clientsOf(url: string): TestApp['client'] {
  return (apiKey = null, headers = {}) =>
    createClient({
      baseUrl: url,
      ...(apiKey === null ? {} : { apiKey }),
      maxRetries: 0,
      fetch: (input, init) => {
        const merged = new Headers(init?.headers);
        for (const [name, value] of Object.entries(headers)) merged.set(name, value);
        return fetch(input, { ...init, headers: merged });
      },
    });
}
