import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseError } from './availability/await-database.ts';

/**
 * The kind of a connection: a session of its own (`session`: direct, or behind a pooler that
 * keeps a server connection for each client), or one that is shared with other clients between two
 * transactions (`transaction`: PgBouncer's pool_mode of that name). A shared session keeps no prepared
 * statement, no LISTEN and no setting for its client.
 */
export type Pooling = 'session' | 'transaction';

/**
 * Number of times that two clients compare their server connections. Other traffic can hide a shared one
 * for a moment.
 */
const ROUNDS = 10;
/** A pooler that has no connection left lets its clients wait, for two minutes by default. */
const ANSWER_TIMEOUT_MS = 5_000;
/** SQLSTATE protocol_violation: what PgBouncer says in pool_mode=statement to `begin`. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Finds out whether connections are sessions.
 *
 * PostgreSQL tells each client its process id when the client connects. A pooler answers in its place,
 * before it has chosen a server connection, so that the id is not that of the process which later runs
 * the statements. Only then two clients ask in turn which process serves them: a process that serves both
 * of them, or a second process for one of them, means that connections are shared.
 *
 * @param secondAnswerMs Time that the second client waits for an answer. Defaults to 5 s.
 * @throws DatabaseError if the pooler has no second connection to give.
 */
export async function findPooling(
  connectionString: string,
  secondAnswerMs = ANSWER_TIMEOUT_MS,
): Promise<Pooling> {
  const first = openClient(connectionString);
  try {
    await first.connect();
    const pid = await askPid(first);
    // The id is not in pg's types, but in its public properties.
    if ((first as unknown as { processID: number | null }).processID === pid) return 'session';
    return await comparePids(first, openClient(connectionString, secondAnswerMs));
  } finally {
    await endClient(first);
  }
}

async function comparePids(first: pg.Client, second: pg.Client): Promise<Pooling> {
  try {
    await second.connect();
    for (let round = 0; round < ROUNDS; round++) {
      // Twice in a row, for poolers that hand out their connections in turn.
      const pids = [await askPid(first), await askPid(first)];
      if (pids[0] !== pids[1] || pids.includes(await askPid(second))) return 'transaction';
    }
    return 'session';
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new DatabaseError(
      'The connection pooler in DATABASE_URL has no second connection to PostgreSQL for this process. Increase its pool size.',
      { cause: error },
    );
  } finally {
    await endClient(second);
  }
}

/** @throws DatabaseError if a pooler gives each statement another connection. */
export async function requireTransactions(client: pg.Client): Promise<void> {
  try {
    await client.query('begin');
    await client.query('commit');
  } catch (error) {
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) throw error;
    throw new DatabaseError(
      'The connection pooler in DATABASE_URL rejects transactions. Set its pool mode to session or transaction (PgBouncer: pool_mode), or set DATABASE_URL to PostgreSQL itself.',
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
    connectionString,
    application_name: 'parlance-start',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
  });
  client.on('error', () => {});
  return client;
}

/** One that still waits for an answer is not waited for. */
const endClient = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => {}), sleep(500, undefined, { ref: false })]);

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(Query read timeout|timeout expired)$/.test(error.message);
