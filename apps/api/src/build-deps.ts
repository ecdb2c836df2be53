import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { AppDeps } from './app-deps.ts';
import type { Config } from './config/config.ts';
import { StandbyWaits } from './db/availability/standby.ts';
import { TROUBLES } from './db/availability/trouble.ts';
import { Troubles } from './db/availability/troubles.ts';
import { type DatabaseWatch, watchDatabase } from './db/availability/watch.ts';
import { type DbClient, openDb } from './db/client.ts';
import { openStandby, type Standby } from './db/open-standby.ts';
import { findPooling, type Pooling } from './db/pooling.ts';
import type { ConcurrencyLimits, Site } from './deps.ts';
import { RowAnswers } from './domain/editor/index.ts';
import { Secrets } from './domain/kernel/index.ts';
import { ContentReads, ModelLoads } from './domain/project/index.ts';
import { EventHub } from './domain/talk/index.ts';
import type { Metrics } from './http/metrics.ts';
import { NamedSemaphore, Semaphore, shareOf } from './lib/semaphore.ts';
import { createLogger } from './logger.ts';
import { mailDirectoryOf } from './mail-directory.ts';
import { openCdn } from './providers/cdn/open-cdn.ts';
import { addressesInSettings } from './providers/guarded/addresses-in-settings.ts';
import { createGuardedClient } from './providers/guarded/create-guarded-client.ts';
import { createGuardedFetch } from './providers/guarded/guarded-fetch.ts';
import { createMailer } from './providers/mail/mailer.ts';
import { createEngines, explainOff } from './providers/mt/registry.ts';
import { createPaypal } from './providers/payment/paypal.ts';
import { readSecretKeys } from './secret-key.ts';
import { type Queue, startQueue } from './tasks/queue/queue.ts';

const EXPORTS_AT_ONCE = 4;
/**
 * Returns the maximum number of concurrent staged imports. Each staged import holds two database
 * connections, so all staged imports together hold about half of the connections.
 */
const stagingsAtOnce = (maxConnections: number): number =>
  Math.max(1, Math.floor(maxConnections / 4));
const SCANS_AT_ONCE = 2;

const shared = (count: number): Semaphore => new Semaphore(count, shareOf(count));

const createLimits = ({ databaseMaxConnections }: Config): ConcurrencyLimits => ({
  exports: shared(EXPORTS_AT_ONCE),
  stagings: shared(stagingsAtOnce(databaseMaxConnections)),
  scans: new NamedSemaphore(SCANS_AT_ONCE),
  scanners: shared(shareOf(databaseMaxConnections)),
});

export interface BuiltDeps {
  deps: AppDeps;
  dbClient: DbClient;
  watch: DatabaseWatch;
  queue: Queue;
  close(): Promise<void>;
}

export const SERVICE_VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

export const siteOf = ({
  publicUrl,
  allowedOrigins,
  deployment,
  securityContact,
}: Config): Site => ({
  publicUrl,
  allowedOrigins,
  deployment,
  securityContact,
  version: SERVICE_VERSION,
});

/**
 * Creates all dependencies. This composition root is the only place that constructs
 * implementations.
 */
export async function buildDeps(
  config: Config,
  connectionString: string,
  overrides: Partial<AppDeps> = {},
  metrics?: Metrics,
): Promise<BuiltDeps> {
  const log = overrides.log ?? createLogger(config);
  const { dbClient, standby, watch } = await openConnections(config, connectionString, log);
  // The database watch is already running. It ends the wait of queue writes for a lost standby.
  const queue = await startQueue(connectionString, {
    isWorker: config.role !== 'api',
    onError: (error) => log.warn({ reason: error.message }, 'task queue'),
    onTaskEnd: (task, outcome, seconds) => metrics?.observeTask(task, outcome, seconds),
  }).catch(async (error: unknown) => {
    await watch.stop();
    await standby?.close();
    await dbClient.close();
    throw error;
  });
  const mailer =
    overrides.mailer ??
    createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      directory: mailDirectoryOf(config),
      runsTasks: config.role === 'all',
      loggedLinks: config.logsLinks ? config.publicUrl : null,
      log: (message, fields) => log.info(fields, message),
    });
  const byId = createEngines(config.engineSettings, {
    dataDir: config.dataDir,
    fetch: createGuardedFetch({ allowed: addressesInSettings(config.engineSettings) }),
    log: (level, message, fields) => log[level](fields ?? {}, message),
  });
  for (const line of explainOff(config.engineChain, byId)) log.warn(line);
  const clock = overrides.clock ?? { now: () => new Date() };
  const deps: AppDeps = {
    db: dbClient.db,
    contentReads: new ContentReads({
      primary: dbClient.db,
      standby,
      onRead: (server, reason) => metrics?.observeRead(server, reason),
    }),
    clock,
    tasks: queue,
    mailer,
    bundleStore: null,
    cdn: config.cdn && openCdn(config.cdn),
    engines: { byId, chain: config.engineChain },
    modelLoads: new ModelLoads(log),
    payments: createPayments(config, log),
    secrets: new Secrets(readSecretKeys(config, log)),
    webhookClient: createGuardedClient({ allowed: config.webhookAllowedAddresses }),
    concurrency: createLimits(config),
    rowAnswers: new RowAnswers(),
    events: new EventHub({ db: dbClient.db, clock, log }),
    log,
    retention: config.retention,
    signUp: config.signUp,
    site: siteOf(config),
    ...overrides,
  };
  return {
    deps,
    dbClient,
    watch,
    queue,
    async close() {
      deps.events.endAll();
      await watch.stop();
      await Promise.all([...deps.engines.byId.values()].map((engine) => engine.close()));
      await deps.mailer.close();
      await standby?.close();
      await dbClient.close();
    },
  };
}

const createPayments = ({ payments }: Config, log: Logger): AppDeps['payments'] =>
  payments && {
    provider: createPaypal({
      ...payments.paypal,
      fetch,
      log: (level, message, fields) => log[level](fields ?? {}, message),
    }),
    packs: payments.packs,
    monthlyCredits: payments.monthlyCredits,
    returnUrl: payments.returnUrl,
  };

interface Connections {
  readonly dbClient: DbClient;
  readonly standby: Standby | null;
  readonly watch: DatabaseWatch;
}

async function openConnections(
  config: Config,
  connectionString: string,
  log: Logger,
): Promise<Connections> {
  const pooling = await findPooling(connectionString);
  if (pooling === 'transaction') {
    log.warn(
      'The connection pooler in DATABASE_URL uses transaction pooling: notifications do not work, so the service polls for releases twice a second and tasks start up to half a second later',
    );
  }
  const { databasePoolUrl: poolUrl } = config;
  const poolPooling = poolUrl
    ? await findPooling(poolUrl, { variable: 'DATABASE_POOL_URL' })
    : pooling;
  const standby =
    config.databaseReadUrl === null
      ? null
      : await openStandby(config.databaseReadUrl, {
          maxConnections: config.databaseMaxConnections,
          onChange(isUp, reason) {
            if (isUp) log.info('The standby is available again: content is read from it');
            else log.warn({ reason }, 'The standby cannot be reached: all reads use DATABASE_URL');
          },
        });
  const dbClient = openDb(poolUrl ?? connectionString, {
    pooling: poolPooling,
    maxConnections: config.databaseMaxConnections,
    onIdleError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  const watch = watchOver(dbClient, { connectionString, pooling, log });
  return { dbClient, standby, watch };
}

function watchOver(
  dbClient: DbClient,
  { connectionString, pooling, log }: { connectionString: string; pooling: Pooling; log: Logger },
): DatabaseWatch {
  const troubles = new Troubles({
    probe: dbClient.probe,
    onChange({ kind, notice }, isOver, reason) {
      if (isOver) log.info({ trouble: kind }, 'The database is available again');
      else log.error({ trouble: kind, reason }, notice);
    },
  });
  const standbyWaits = new StandbyWaits(troubles);
  return watchDatabase({
    connectionString,
    pooling,
    troubles,
    ask: (client) => standbyWaits.tend(client),
    onSilent: () => dbClient.cut(),
    onChange(isUp, reason) {
      if (!isUp) troubles.report(TROUBLES.away, reason);
    },
  });
}
