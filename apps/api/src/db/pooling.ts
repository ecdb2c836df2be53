import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseError } from './availability/await-database.ts';
import { connectionTo } from './hosts/connection-to.ts';

/**
 * Kind of database connection. `session`: each client has its own server connection. `transaction`:
 * clients share server connections between transactions (PgBouncer's pool_mode of that name), so
 * prepared statements, LISTEN and settings do not last.
 */
export type Pooling = 'session' | 'transaction';

/**
 * Number of times that the server connections of two clients are compared. A single comparison is
 * not sufficient, because the connections of other clients can hide that the two share a connection.
 */
const ROUNDS = 10;
/**
 * Maximum time to wait for a response, in milliseconds. A pooler without a free connection would
 * otherwise let the client wait, for two minutes by default.
 */
const ANSWER_TIMEOUT_MS = 5_000;
/** SQLSTATE protocol_violation. PgBouncer answers `begin` with this code in pool_mode=statement. */
const PROTOCOL_VIOLATION = '08P01';

export interface FindOptions {
  /** Maximum time to wait for the second client, in milliseconds. Defaults to 5,000. */
  readonly secondAnswerMs?: number;
  /** Environment variable of the URL, for error messages. Defaults to `DATABASE_URL`. */
  readonly variable?: string;
}

/**
 * Returns `transaction` if a pooler shares server connections between clients. Two clients ask in
 * turn which server process serves them. Connections are shared if both clients reach one process,
 * or if one client reaches two processes.
 * @throws DatabaseError if the pooler has no second connection, or rejects transactions
 */
export async function findPooling(
  connectionString: string,
  { secondAnswerMs = ANSWER_TIMEOUT_MS, variable = 'DATABASE_URL' }: FindOptions = {},
): Promise<Pooling> {
  const first = openClient(connectionString);
  try {
    await first.connect();
    await requireTransactions(first, variable);
    const pid = await askPid(first);
    if ((first as unknown as { processID: number | null }).processID === pid) return 'session';
    return await comparePids(first, openClient(connectionString, secondAnswerMs), variable);
  } finally {
    await endClient(first);
  }
}

async function comparePids(
  first: pg.Client,
  second: pg.Client,
  variable: string,
): Promise<Pooling> {
  try {
    await second.connect();
    for (let round = 0; round < ROUNDS; round++) {
      const pids = [await askPid(first), await askPid(first)];
      if (pids[0] !== pids[1] || pids.includes(await askPid(second))) return 'transaction';
    }
    return 'session';
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new DatabaseError(
      `The connection pooler in ${variable} has no second connection to PostgreSQL for this process. Increase its pool size.`,
      { cause: error },
    );
  } finally {
    await endClient(second);
  }
}

export async function requireTransactions(
  client: pg.Client,
  variable = 'DATABASE_URL',
): Promise<void> {
  try {
    await client.query('begin');
    await client.query('commit');
  } catch (error) {
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) throw error;
    throw new DatabaseError(
      `The connection pooler in ${variable} rejects transactions. Set its pool mode to session or transaction (PgBouncer: pool_mode), or set ${variable} to PostgreSQL itself.`,
      { cause: error },
    );
  }
}

async function askPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

function openClient(connectionString: string, answerTimeoutMs = ANSWER_TIMEOUT_MS): pg.Client {
  const client = new pg.Client({
    ...connectionTo(connectionString),
    application_name: 'parlance-start',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
  });
  client.on('error', () => {});
  return client;
}

const endClient = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => {}), sleep(500, undefined, { ref: false })]);

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(Query read timeout|timeout expired)$/.test(error.message);
