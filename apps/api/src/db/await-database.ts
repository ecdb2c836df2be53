import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from './away.ts';

/** A database that starts together with the service may take as long. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** What the SQL of the service needs. */
const MIN_VERSION = 15;

/** A fault of the database that the operator can mend, in one line. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Waits until the database takes connections.
 *
 * @throws DatabaseError where it does not, or is too old.
 */
export async function awaitDatabase(
  connectionString: string,
  log: { info(message: string): void },
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const major = await askVersion(connectionString);
      if (major >= MIN_VERSION) return;
      throw new DatabaseError(
        `DATABASE_URL names a PostgreSQL ${major}; the service needs ${MIN_VERSION} or newer.`,
      );
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      if (!isTransient(error) || performance.now() > deadline) throw describe(error as Error);
      if (isFirst) log.info('Waiting for the database');
      await sleep(RETRY_MS);
    }
  }
}

async function askVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    return rows[0]!.version;
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(RETRY_MS)]);
  }
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Names that are not known yet belong to a network that is being set up. */
const isTransient = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT'].includes(codeOf(error) ?? '') ||
  /timeout/i.test((error as Error).message);

/** SQLSTATE: PostgreSQL's documentation, appendix A. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'there is no such database',
  '42501': 'the user may not do what the service needs',
};

function describe(error: Error): DatabaseError {
  const code = codeOf(error);
  const reason = REASONS[code ?? ''] ?? code ?? error.message;
  return new DatabaseError(`The database that DATABASE_URL names cannot be used: ${reason}.`, {
    cause: error,
  });
}
