import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ofDatabase } from './fault.ts';
import { isUnnamed } from './plan.ts';
import { connectClient, PoolClient } from './pool-client.ts';
import type { Pooling } from './pooling.ts';
import { probePool } from './probe.ts';
import { RetryingDb } from './retrying.ts';
import type { Database } from './schema.generated.ts';
import type { Probe } from './troubles.ts';

/** A connection or a transaction: what every store takes first. */
export type Db = Kysely<Database>;

// Counts and sums are int8; all of ours fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const MAX_NAMED_STATEMENTS = 500;
/** For the last statements of work whose time is over; the caller of `close` has waited before. */
const CLOSE_GRACE_MS = 1_000;
/**
 * A new connection reads its catalogs and plans its statements first: one that rests waits for the next
 * job.
 */
const IDLE_MS = 60_000;

/**
 * Names every statement by its text, so that PostgreSQL plans it once a connection: a quarter of the
 * latency of a point read. Past the cap (texts that vary) a statement stays unnamed, and all of them if
 * connections are shared: the next one may not know the name.
 */
function namingPool(pool: pg.Pool, maxNames: number) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (isUnnamed(text)) return undefined;
    let name = names.get(text);
    if (name === undefined && names.size < maxNames) {
      name = `p_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
      names.set(text, name);
    }
    return name;
  };
  return {
    async connect() {
      const client = await ofDatabase(connectClient(pool));
      return {
        // biome-ignore lint/suspicious/noExplicitAny: the shape is Kysely's PostgresPoolClient.
        query: (text: any, values?: any): any => {
          const name = typeof text === 'string' ? nameOf(text) : undefined;
          return confirmed(client, name === undefined ? text : { name, text }, values ?? []);
        },
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

async function confirmed(
  client: PoolClient,
  query: string | pg.QueryConfig,
  values: unknown[],
): Promise<pg.QueryResult> {
  const result = await ofDatabase(client.query(query, values));
  client.requireConfirmed();
  return result;
}

export interface DbClient {
  db: Db;
  pool: pg.Pool;
  /** Does what serving needs. */
  probe: Probe;
  /** Breaks every connection: callers that wait for the database hear that it is unavailable. */
  cut(): void;
  /** Ends at once what is idle, and breaks what is still in use after a moment: its transaction is undone. */
  close(): Promise<void>;
}

/** `onIdleError` hears of connections that broke while idle. */
export function openDb(
  connectionString: string,
  options: { maxConnections: number; pooling?: Pooling; onIdleError(error: Error): void },
): DbClient {
  const open = new Set<pg.Client>();
  class TrackedClient extends PoolClient {
    constructor(config?: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }
  const pool = new pg.Pool({
    connectionString,
    application_name: 'parlance',
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    Client: TrackedClient,
  });
  pool.on('error', options.onIdleError);
  const maxNames = options.pooling === 'transaction' ? 0 : MAX_NAMED_STATEMENTS;
  const db = new RetryingDb({
    dialect: new PostgresDialect({ pool: namingPool(pool, maxNames) }),
  });
  const cut = (): void => {
    for (const { connection } of open) connection.stream.destroy();
  };
  return {
    db,
    pool,
    probe: (step) => ofDatabase(probePool(pool)(step)),
    cut,
    async close() {
      const late = setTimeout(cut, CLOSE_GRACE_MS);
      await db.destroy();
      clearTimeout(late);
    },
  };
}

/** Runs a raw statement on a connection or in a transaction of ours. */
export async function executeRaw(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const result = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows: result.rows as Record<string, unknown>[] };
}
