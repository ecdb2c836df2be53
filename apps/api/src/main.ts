import { once } from 'node:events';
import type { Logger } from 'pino';
import { type BuiltDeps, buildDeps, SERVICE_VERSION, siteOf } from './build-deps.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { type AwaitOptions, awaitDatabase } from './db/availability/await-database.ts';
import { keepPostgres } from './db/availability/keep-postgres.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded.ts';
import { listMigrations, migrateDatabase } from './db/migrate.ts';
import { describeCause } from './describe-cause.ts';
import { hasAnyUser } from './domain/people/index.ts';
import { findLagSeconds } from './domain/release/index.ts';
import { Ending } from './ending.ts';
import { buildApp } from './http/app.ts';
import { BundleCache } from './http/bundle/bundle-cache.ts';
import { listenForReleases } from './http/bundle/listen-for-releases.ts';
import { createStandIn } from './http/bundle/stand-in.ts';
import type { Metrics } from './http/metrics.ts';
import type { HttpServer } from './http/server.ts';
import { collectAtRest } from './lib/collect-at-rest.ts';
import { createLogger } from './logger.ts';
import { requireMailDirectory } from './mail-directory.ts';
import { openBundles, reportUnusableStore } from './open-bundles.ts';
import { listenOrExplain, requireFreePorts } from './ports.ts';
import { requireSecretKey } from './secret-key.ts';
import { explainStartError, START_ERROR_EXIT_CODE } from './start-error.ts';
import { startTracing } from './tracing.ts';
import { firstSteps, welcome, workerWelcome } from './welcome.ts';

/** Maximum size of the bundles in memory, in bytes. All encodings of a bundle count. */
const BUNDLE_CACHE_BYTES = 128 * 1024 * 1024;
/**
 * Maximum duration of the last shutdown steps, in milliseconds. The time for running requests is
 * not included.
 */
const CLOSE_MS = 75_000;

/** Starts the process with its configuration. Ends it on SIGTERM and SIGINT. */
export async function main(): Promise<void> {
  const config = readConfigOrExit();
  const log = createLogger(config);
  for (const warning of config.warnings) log.warn(warning);
  const ending = new Ending(log);
  ending.onSignals(config.drainMs + CLOSE_MS);
  ending.onUncaught((error) => log.fatal({ err: describeCause(error) }, 'uncaught'));
  try {
    await start(config, log, ending);
  } catch (error) {
    if (!ending.hasBegun) await ending.end(START_ERROR_EXIT_CODE, explainStartError(error));
  }
}

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`parlance: ${line}\n`);
    process.exit(START_ERROR_EXIT_CODE);
  }
}

async function start(config: Config, log: Logger, ending: Ending): Promise<void> {
  await requireFreePorts(config);
  if (config.tracing) {
    const stop = await startTracing(config.tracing, { version: SERVICE_VERSION, log });
    ending.before('close', stop);
  }
  const metrics = config.metricsPort === null ? undefined : await createMetrics();
  const opened = openBundles(config, metrics);
  const { store, source } = opened;
  const bundles = new BundleCache(source, {
    maxBytes: BUNDLE_CACHE_BYTES,
    sharedMaxAgeSeconds: config.sharedMaxAgeSeconds,
    onError: (error) => log.error({ err: describeCause(error) }, 'failed to reload a bundle'),
  });
  const connectionString = config.databaseUrl ?? (await startPostgres(config, log, ending));
  const standIn =
    store !== null && config.role !== 'worker' ? createStandIn(siteOf(config), bundles) : null;
  if (config.databaseUrl !== null) {
    for (const url of [
      connectionString,
      ...(config.databasePoolUrl ? [config.databasePoolUrl] : []),
    ]) {
      await awaitDatabase(url, log, standIn ? serveUntilThere(standIn, config, ending) : {});
    }
  }
  requireMailDirectory(config);
  await migrateDatabase(connectionString, listMigrations(), log, config.migrations);
  const built = await buildDeps(config, connectionString, { log, bundleStore: store }, metrics);
  source.attach(built.deps, () => built.watch.isUp);
  ending.before('drain', () => built.queue.stop(config.drainMs));
  ending.before('close', () => built.close());
  await requireSecretKey(built.deps.db, built.deps.secrets);
  const isNew = !(await hasAnyUser(built.deps.db));
  const parts: Parts = { config, built, bundles, metrics, ending };
  await serveMetrics(parts);
  if (config.role !== 'worker') await serve(parts, standIn?.listening ? standIn : undefined);
  // Runs tasks only when the server can answer requests. A task may purge a CDN, which then
  // requests bundles from the server.
  if (config.role !== 'api') await built.queue.work(built.deps, built.watch);
  if (config.role !== 'api') void reportUnusableStore(opened, log);
  collectAtRest();
  process.stdout.write(config.role === 'worker' ? workerWelcome() : welcome(config));
  if (config.role !== 'worker' && isNew) process.stdout.write(firstSteps(config));
}

/** Loads the Prometheus client library only if metrics are enabled. */
async function createMetrics(): Promise<Metrics> {
  const { Metrics } = await import('./http/metrics.ts');
  return new Metrics();
}

/**
 * Returns options for waiting until the database is reachable. While the database is unreachable,
 * the stand-in server serves bundles from the bundle store.
 */
const serveUntilThere = (standIn: HttpServer, config: Config, ending: Ending): AwaitOptions => ({
  patienceMs: Number.POSITIVE_INFINITY,
  async onAway() {
    if (standIn.listening) return;
    const { port, host, reusesPort: reusePort } = config;
    await listenOrExplain('PORT', config, () =>
      once(standIn.listen({ port, host, reusePort }), 'listening'),
    );
    ending.before('drain', async () => void (await standIn.drain(config.drainMs)));
  },
});

interface Parts {
  readonly config: Config;
  readonly built: BuiltDeps;
  readonly bundles: BundleCache;
  readonly metrics: Metrics | undefined;
  readonly ending: Ending;
}

async function startPostgres(config: Config, log: Logger, ending: Ending): Promise<string> {
  const { dataDir } = config;
  const postgres = await keepPostgres(() => startEmbeddedPostgres({ dataDir, log }), log);
  ending.before('stop', () => postgres.stop());
  void postgres.gaveUp.then((error) =>
    ending.end(1, `The embedded PostgreSQL keeps failing: ${error.message}`),
  );
  return postgres.connectionString;
}

async function serve(
  { config, built, bundles, metrics, ending }: Parts,
  server: HttpServer | undefined,
): Promise<void> {
  listenForReleases(built.watch, bundles);
  const app = await buildApp(built.deps, {
    trustProxy: config.trustProxy,
    limitsRates: config.limitsRates,
    web: { i18nProject: config.webI18nProject, writesMailFiles: config.smtpUrl === null },
    bundles,
    database: built.watch,
    traces: config.tracing !== null,
    ...(metrics ? { metrics } : {}),
    ...(server ? { server } : {}),
  });
  const { port, host, reusesPort: reusePort } = config;
  const address = { port, host, reusePort };
  if (server === undefined) {
    await listenOrExplain('PORT', config, () => app.listen(address));
  } else {
    await app.ready();
    server.handOver();
  }
  ending.before('drain', async () => {
    const cut = await (app.server as HttpServer).drain(config.drainMs);
    if (cut > 0) built.deps.log.warn({ requests: cut }, 'aborted: still running after DRAIN_MS');
    await app.close();
  });
}

async function serveMetrics({ config, built, bundles, metrics, ending }: Parts): Promise<void> {
  const { metricsPort: port, metricsHost: host } = config;
  if (metrics === undefined || port === null) return;
  const address = { host, port };
  const { dbClient, watch, queue } = built;
  const server = await listenOrExplain('METRICS_PORT', address, () =>
    metrics.serve(address, {
      pool: () => ({
        total: dbClient.pool.totalCount,
        idle: dbClient.pool.idleCount,
        waiting: dbClient.pool.waitingCount,
      }),
      isDatabaseUp: () => watch.isUp,
      queueDepth: () => queue.depth(),
      ...(built.deps.bundleStore && { storeLagSeconds: () => findLagSeconds(built.deps.db) }),
      ...(config.role === 'worker' ? {} : { bundles: () => bundles.counts() }),
    }),
  );
  ending.before('close', () => void server.close());
}
