import { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { chooseHost } from './choose-host.ts';
import { readHosts } from './read-hosts.ts';

type Connection = Pick<pg.ClientConfig, 'connectionString' | 'ssl' | 'stream'>;

/**
 * Returns the driver's settings for a URL. The driver supports neither several servers nor a required role, so for
 * such a URL the settings contain a socket that chooses the server of each new connection.
 */
export function connectionTo(url: string): Connection {
  const { urls, attributes } = readHosts(url);
  const [first] = urls;
  if (urls.length === 1 && attributes === 'any') return { connectionString: first! };
  const clients = urls.map((connectionString) => new pg.Client({ connectionString }));
  return {
    connectionString: withoutTls(first!),
    ssl: tlsOf(
      clients[0]!.ssl as Tls,
      clients.map(({ host }) => host),
    ),
    stream: () => new ChoosingSocket(url),
  };
}

/** A socket that chooses a server when it connects, and ignores the host and port of the driver. */
class ChoosingSocket extends Socket {
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  override connect(): this {
    chooseHost(this.#url).then(
      (connectionString) => {
        if (this.destroyed) return;
        const { host, port } = new pg.Client({ connectionString });
        if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`);
        else super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

type Tls = boolean | { checkServerIdentity?: typeof checkServerIdentity };

/**
 * Accepts a certificate for any of the servers, because the driver would check only the name of the
 * first server.
 */
function tlsOf(tls: Tls, hosts: readonly string[]): Exclude<pg.ClientConfig['ssl'], undefined> {
  if (tls === false) return false;
  const options = tls === true ? {} : tls;
  options.checkServerIdentity ??= (_, certificate: PeerCertificate) => {
    const faults = hosts.map((host) => checkServerIdentity(host, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
  return options;
}

/** Removes the TLS parameters from the URL, because they would override the settings. */
const withoutTls = (url: string): string =>
  url.replace(/[?&](?:ssl|sslmode|sslcert|sslkey|sslrootcert|uselibpqcompat)=[^&]*/g, (found) =>
    found.startsWith('?') ? '?' : '',
  );
