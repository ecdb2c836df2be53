import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeAddress } from './describe-address.ts';
import { type Hosts, readHosts, type SessionAttributes } from './read-hosts.ts';

/**
 * Maximum time to wait for the answer of a database server, in milliseconds. It leaves time to ask
 * a second server before the database counts as lost.
 */
const ANSWER_MS = 2_000;
const END_MS = 500;

/** Thrown if no server in a URL has the role that the URL asks for. */
class NoHostError extends Error {
  override readonly name = 'NoHostError';
  /** The SQLSTATE `sqlclient_unable_to_establish_sqlconnection`. */
  readonly code = '08001';
}

interface Role {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

const FITS: { readonly [Name in SessionAttributes]: (role: Role) => boolean } = {
  any: () => true,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': ({ isStandby }) => isStandby,
};

/**
 * The server that was last chosen, by URL. This server is asked first, so that an unresponsive
 * server delays only the first connection.
 */
const lastFitting = new Map<string, string>();
const choosing = new Map<string, Promise<string>>();

/**
 * Returns the URL of the first server that has the role that `url` asks for. Concurrent calls share
 * the result.
 * @throws NoHostError with the reason for each server
 */
export function chooseHost(url: string): Promise<string> {
  const running = choosing.get(url);
  if (running) return running;
  const chosen = choose(readHosts(url), lastFitting.get(url))
    .then((host) => {
      lastFitting.set(url, host);
      return host;
    })
    .finally(() => choosing.delete(url));
  choosing.set(url, chosen);
  return chosen;
}

async function choose({ urls, attributes }: Hosts, last: string | undefined): Promise<string> {
  const order = last === undefined ? urls : [last, ...urls.filter((url) => url !== last)];
  const faults: string[] = [];
  let other: string | null = null;
  for (const url of order) {
    try {
      const role = await askRole(url);
      if (FITS[attributes](role)) return url;
      other ??= url;
      faults.push(`${describeAddress(url)} ${describeRole(role)}`);
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      faults.push(`${describeAddress(url)} failed (${message || code})`);
    }
  }
  if (attributes === 'prefer-standby' && other !== null) return other;
  throw new NoHostError(`no server is ${attributes}: ${faults.join(', ')}`);
}

const describeRole = ({ isStandby, isReadOnly }: Role): string =>
  isStandby ? 'is a standby' : isReadOnly ? 'is read-only' : 'is a primary';

async function askRole(connectionString: string): Promise<Role> {
  const client = new pg.Client({
    connectionString,
    application_name: 'parlance-choose',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Role>(
      `select pg_is_in_recovery() as "isStandby",
              current_setting('transaction_read_only')::bool as "isReadOnly"`,
    );
    return rows[0]!;
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
  }
}
