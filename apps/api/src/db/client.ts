import { CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { probePool } from './availability/probe.ts';
import { RetryingDb } from './availability/retrying.ts';
import type { Probe } from './availability/troubles.ts';
import { ofDatabase } from './fault.ts';
import { connectionTo } from './hosts/connection-to.ts';
import { PoolClient } from './pool-client.ts';
import type { Pooling } from './pooling.ts';
import type { Database } from './schema.generated.ts';
import { statementPool } from './statement-pool.ts';

/**
 * A database connection or a transaction. Every function of a store takes one as its first
 * parameter.
 */
export type Db = Kysely<Database>;

// Parses int8, the type of counts and sums, as a number. All stored values fit into a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Maximum time in milliseconds that `close` waits for running statements. */
const CLOSE_GRACE_MS = 1_000;
const CONNECT_MS = 10_000;
/**
 * Time in milliseconds for which an idle connection is kept. A new connection would have to read
 * catalogs and plan its statements again.
 */
const IDLE_MS = 60_000;

export interface DbClient {
  db: Db;
  pool: pg.Pool;
  probe: Probe;
  /** Breaks all connections, so that waiting callers get an error immediately. */
  cut(): void;
  /**
   * Closes all connections. After a second, breaks the connections that are still in use, which
   * rolls back their transactions.
   */
  close(): Promise<void>;
}

/** Opens the connection pool. `onIdleError` receives errors of idle connections. */
export function openDb(
  connectionString: string,
  options: {
    maxConnections: number;
    pooling?: Pooling;
    /** Maximum time to wait for a connection, in milliseconds. Defaults to 10,000. */
    connectTimeoutMs?: number;
    onIdleError(error: Error): void;
  },
): DbClient {
  const open = new Set<pg.Client>();
  class TrackedClient extends PoolClient {
    constructor(config?: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }
  const isDirect = options.pooling !== 'transaction';
  const pool = new pg.Pool({
    ...connectionTo(connectionString),
    application_name: 'parlance',
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    Client: TrackedClient,
    pipeline: isDirect,
  });
  pool.on('error', options.onIdleError);
  const db = new RetryingDb({
    dialect: new PostgresDialect({ pool: statementPool(pool, { isDirect }) }),
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

export async function executeRaw(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const result = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows: result.rows as Record<string, unknown>[] };
}
