import {
  CompiledQuery,
  type Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import { probePool } from './availability/probe.ts';
import { RetryingDb } from './availability/retrying.ts';
import type { Probe } from './availability/troubles.ts';
import { ofDatabase } from './fault.ts';
import { connectionTo } from './hosts/connection-to.ts';
import { connectClient, PoolClient } from './pool-client.ts';
import type { Pooling } from './pooling.ts';
import type { Database } from './schema.generated.ts';
import { nameOfStatement } from './statements/statement-names.ts';

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

/**
 * Adapts the connection pool to Kysely. Marks errors as database errors, and passes the names of
 * prepared statements to pg.
 */
function statementPool(pool: pg.Pool, keepsStatements: boolean): PostgresPool {
  return {
    async connect() {
      const client = await ofDatabase(connectClient(pool));
      const query = (text: string, values: readonly unknown[]) => {
        const name = keepsStatements ? nameOfStatement(text) : undefined;
        return confirmed(client, name === undefined ? { text } : { name, text }, values);
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

async function confirmed(
  client: PoolClient,
  query: pg.QueryConfig,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  const result = await ofDatabase(client.query(query, [...values]));
  client.requireConfirmed();
  return result;
}

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
  const pool = new pg.Pool({
    ...connectionTo(connectionString),
    application_name: 'parlance',
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    Client: TrackedClient,
  });
  pool.on('error', options.onIdleError);
  // Behind a transaction pooler, statements are not prepared, because each statement may run on
  // another server connection.
  const keepsStatements = options.pooling !== 'transaction';
  const db = new RetryingDb({
    dialect: new PostgresDialect({ pool: statementPool(pool, keepsStatements) }),
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
