import type { FastifyInstance } from 'fastify';
import { type BuiltDeps, buildDeps, createLogger } from './build-deps.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import { buildApp } from './http/app.ts';
import { BundleCache } from './http/bundle-cache.ts';
import { listenForReleases } from './http/release-listener.ts';
import { welcome } from './welcome.ts';

/** How long running requests and tasks may go on after SIGTERM. */
const DRAIN_MS = 25_000;
/** Bundles held in memory, in all their encodings. */
const BUNDLE_CACHE_BYTES = 128 * 1024 * 1024;

interface Running {
  app: FastifyInstance | null;
  listener: { stop(): Promise<void> } | null;
  built: BuiltDeps;
  postgres: EmbeddedPostgres | null;
}

/** Starts the process as its configuration says; ends it on SIGTERM and SIGINT. */
export async function main(): Promise<void> {
  const config = readConfigOrExit();
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  try {
    const running = await start(config);
    stopOnSignals(running);
  } catch (error) {
    process.stderr.write(`parlance: ${(error as Error).message}\n`);
    process.exit(1);
  }
}

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`parlance: ${line}\n`);
    process.exit(2);
  }
}

async function start(config: Config): Promise<Running> {
  const log = createLogger(config.logLevel);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : null;
  const connectionString = config.databaseUrl ?? postgres!.connectionString;
  await migrateDatabase(connectionString);
  const built = await buildDeps(config, connectionString, { log });
  if (config.role !== 'api') await built.queue.work(built.deps);
  let app: FastifyInstance | null = null;
  let listener: Running['listener'] = null;
  if (config.role !== 'worker') {
    const bundles = new BundleCache(built.deps.db, BUNDLE_CACHE_BYTES);
    listener = listenForReleases(connectionString, bundles);
    app = await buildApp(built.deps, {
      trustProxy: config.trustProxy,
      limitsRates: config.limitsRates,
      bundles,
    });
    await app.listen({ port: config.port, host: config.host });
    process.stdout.write(welcome(config));
  }
  return { app, listener, built, postgres };
}

function stopOnSignals(running: Running): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void drain(running).then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`parlance: ${error.message}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** No new requests, running ones finish, tasks finish or go back to the queue. */
async function drain({ app, listener, built, postgres }: Running): Promise<void> {
  await Promise.all([app?.close(), built.queue.stop(DRAIN_MS)]);
  await listener?.stop();
  await built.close();
  await postgres?.stop();
}
