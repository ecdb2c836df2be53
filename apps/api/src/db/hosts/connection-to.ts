import { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { chooseHost } from './choose-host.ts';
import { readHosts } from './read-hosts.ts';

type Connection = Pick<pg.ClientConfig, 'connectionString' | 'ssl' | 'stream'>;

/**
 * Returns the settings of clients and pools that connect to a URL, which may name several servers and the role that is
 * asked for. The driver knows neither: each new connection chooses its server when its socket connects.
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

/** Connects to the server that is chosen at that moment instead of the one that the driver names. */
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

/** The certificate has to be that of one of the servers: the driver checks only the name of the first one. */
function tlsOf(tls: Tls, hosts: readonly string[]): Exclude<pg.ClientConfig['ssl'], undefined> {
  if (tls === false) return false;
  const options = tls === true ? {} : tls;
  // The driver hides the private key from copies of the object.
  options.checkServerIdentity ??= (_, certificate: PeerCertificate) => {
    const faults = hosts.map((host) => checkServerIdentity(host, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
  return options;
}

/** The driver prefers the parameters of the URL to its settings. */
const withoutTls = (url: string): string =>
  url.replace(/[?&](?:ssl|sslmode|sslcert|sslkey|sslrootcert|uselibpqcompat)=[^&]*/g, (found) =>
    found.startsWith('?') ? '?' : '',
  );
