import { isIP } from 'node:net';
import { type AllowedAddress, isAllowed } from './allowed-addresses.ts';
import { GuardedFault } from './guarded-client.ts';
import { isPublicAddress } from './is-public-address.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
/** Ports that an address may name without an exception of the operator. */
const PORTS: ReadonlySet<number> = new Set([443, 8443]);

/** Destination of a request. The request may be sent if the addresses of the host are allowed. */
export interface Target {
  readonly url: URL;
  /** Host name in lower case without a trailing dot, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isAddress: boolean;
}

/**
 * Reads a URL that a user has entered.
 *
 * @throws GuardedFault of the kind `refused_address` if the service must not send requests to it
 */
export function targetOf(text: string, allowed: readonly AllowedAddress[]): Target {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || DEFAULT_PORTS[url.protocol] === undefined) {
    throw refused('must be a URL that begins with https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('must not contain a user name or a password');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isAddress = isIP(host) !== 0;
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol]! : Number(url.port);
  const address = isAddress ? host : null;
  const namesPort = allowed.filter((address) => address.port !== null);
  const isOwn = mayLeadTo(namesPort, { host, address, port });
  if (url.protocol === 'http:' && !isOwn) throw refused('must begin with https://', true);
  if (!PORTS.has(port) && !isOwn) throw refused('must use the port 443 or 8443', true);
  const target = { url, host, port, isAddress };
  if (isAddress) requireAllowed(target, host, allowed);
  return target;
}

/** True if an exception allows the host, or may allow one of its addresses, which are not known yet. */
function mayLeadTo(
  allowed: readonly AllowedAddress[],
  endpoint: { host: string; address: string | null; port: number },
): boolean {
  if (isAllowed(allowed, endpoint)) return true;
  return (
    endpoint.address === null &&
    allowed.some((address) => address.network && address.port === endpoint.port)
  );
}

/** @throws GuardedFault of the kind `refused_address` */
export function requireAllowed(
  { url, host, port }: Pick<Target, 'url' | 'host' | 'port'>,
  address: string,
  allowed: readonly AllowedAddress[],
): void {
  if (isAllowed(allowed, { host, address, port })) return;
  if (url.protocol === 'https:' && PORTS.has(port) && isPublicAddress(address)) return;
  throw refused('must lead to a public address of the Internet', true);
}

const refused = (detail: string, isAllowable = false): GuardedFault =>
  new GuardedFault('refused_address', detail, { isAllowable });
