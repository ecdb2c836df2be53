import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from '../hosts/connection-to.ts';
import { describeAddress } from '../hosts/describe-address.ts';
import { readHosts } from '../hosts/read-hosts.ts';
import { tellsOfAway } from './away.ts';

/**
 * Default time to wait for the database, in milliseconds. It is enough for a database that starts
 * together with the service.
 */
const PATIENCE_MS = 30_000;
const RETRY_MS = 500;
const TELL_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MIN_VERSION = 15;

/** A problem with the database that the operator can solve. The message is one sentence. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

export interface AwaitOptions {
  /** Maximum time to wait for an unreachable database, in milliseconds. */
  readonly patienceMs?: number;
  /** Interval between log lines about the unreachable database, in milliseconds. */
  readonly tellMs?: number;
  readonly onAway?: () => Promise<void>;
}

/**
 * Waits until the database accepts connections, and repeatedly logs the reason for the wait.
 * @throws DatabaseError if the database accepts no connection in time, rejects the user, or is too
 * old
 */
export async function awaitDatabase(
  connectionString: string,
  log: { warn(message: string): void },
  { patienceMs = PATIENCE_MS, tellMs = TELL_MS, onAway }: AwaitOptions = {},
): Promise<void> {
  const server = describePlace(connectionString);
  const startedAt = performance.now();
  const limit = Number.isFinite(patienceMs) ? ` for up to ${patienceMs / 1000} s` : '';
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  for (;;) {
    try {
      const major = await askVersion(connectionString);
      if (major >= MIN_VERSION) return;
      throw new DatabaseError(
        `${server} runs PostgreSQL ${major}, but Parlance requires PostgreSQL ${MIN_VERSION} or newer.`,
      );
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      const fault = `${server} cannot be used: ${describeFault(error as Error)}.`;
      const now = performance.now();
      if (!isTransient(error as Error) || now - startedAt > patienceMs) {
        throw new DatabaseError(fault, { cause: error });
      }
      if (now - reportedAtMs >= tellMs) {
        log.warn(`${fault} Trying again${limit}.`);
        reportedAtMs = now;
      }
      if (isFirst) await onAway?.();
      isFirst = false;
      await sleep(RETRY_MS);
    }
  }
}

function describePlace(connectionString: string): string {
  try {
    const { urls } = readHosts(connectionString);
    // Without a name, the database has the name of the user, which may be unknown here.
    const { database } = new pg.Client({ connectionString: urls[0]! });
    return `The database${database ? ` ${database}` : ''} at ${urls.map(describeAddress).join(' or ')}`;
  } catch (error) {
    throw new DatabaseError(`DATABASE_URL cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function askVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({
    ...connectionTo(connectionString),
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

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Messages by error codes of Node and SQLSTATE codes (PostgreSQL's documentation, appendix A). */
const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ENOENT: 'the socket does not exist (ENOENT)',
  ENOTFOUND: 'the host name is unknown (ENOTFOUND)',
  EAI_AGAIN: 'the host name cannot be resolved (EAI_AGAIN)',
  '28P01': 'it rejected the user or the password',
  '28000': 'it rejected the user',
  '3D000': 'the database does not exist',
  '42501': 'the user lacks a required privilege',
};

const describeFault = (error: Error): string =>
  FAULTS[codeOf(error)] ?? (error.message.replace(/\.$/, '') || codeOf(error));

/**
 * Errors after which another attempt may succeed. A host name, for example, may be unknown until
 * the network has started.
 */
const TRANSIENT = ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', '53300'];

const isTransient = (error: Error): boolean =>
  tellsOfAway(error) || TRANSIENT.includes(codeOf(error)) || /timeout/i.test(error.message);
