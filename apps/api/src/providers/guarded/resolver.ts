import { lookup as lookUp, Resolver as NameServers } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';

/** Returns all addresses of a host name. Ends when the signal aborts. */
export type Resolver = (host: string, signal?: AbortSignal) => Promise<readonly string[]>;

/**
 * Looks up a name with the operating system. The look-up cannot be cancelled, and it occupies one
 * of a few threads of the process. Use it only for names that the operator has set.
 */
export const resolveWithSystem: Resolver = async (host) =>
  (await lookUp(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

export interface NameServerOptions {
  /** Addresses of name servers, with or without a port. Defaults to the name servers of the system. */
  readonly servers?: readonly string[];
  /** File with names of hosts, as in hosts(5). */
  readonly hostsFile?: string;
  /** Time limit of a request to a name server, in milliseconds. Each server gets the request twice. */
  readonly queryMs?: number;
}

const QUERY_MS = 2_000;
const HOSTS_FILE = '/etc/hosts';

/**
 * Returns a resolver for names that users enter. It asks the name servers itself, without a thread,
 * so that a name server that does not answer delays no other look-up. Names in the hosts file come
 * first.
 */
export function createResolver({
  servers,
  hostsFile = HOSTS_FILE,
  queryMs = QUERY_MS,
}: NameServerOptions = {}): Resolver {
  return async (host, signal) => {
    const hostsAddresses = addressesOf(host, await readFile(hostsFile, 'utf8').catch(() => ''));
    if (hostsAddresses.length > 0) return hostsAddresses;
    signal?.throwIfAborted();
    const names = new NameServers({ timeout: queryMs, tries: 2 });
    if (servers) names.setServers(servers);
    const cancel = (): void => names.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await askServers(names, host);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
}

/** Asks for the addresses of both families, IPv4 and IPv6. The addresses of one family are enough. */
async function askServers(names: NameServers, host: string): Promise<string[]> {
  const answers = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [fault] = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []));
  if (found.length === 0 && fault) throw fault;
  return found;
}

function addressesOf(host: string, hosts: string): string[] {
  const wanted = host.toLowerCase();
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((name) => name.toLowerCase() === wanted);
    return isNamed && isIP(address) ? [address] : [];
  });
}

/** Returns a look-up that responds with known addresses. */
export const handOut =
  (addresses: readonly string[]): LookupFunction =>
  (host, { all }, done) => {
    const [first] = addresses;
    if (first === undefined) {
      done(new Error(`the host ${host} has no address`), '', 0);
      return;
    }
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) done(null, found);
    else done(null, first, isIP(first));
  };
