import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that the operator allows, although users may otherwise not enter such an address. */
export interface AllowedAddress {
  /** Host name in lower case. Null for a network. */
  readonly host: string | null;
  readonly network: readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null;
  /** Port that may be used, with http too. Null for the ports that are always allowed. */
  readonly port: number | null;
}

const HOST = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Parses an exception: a network, an address or a host name, with or without a port.
 *
 * @throws an error that says what is expected
 */
export function parseAllowedAddress(item: string): AllowedAddress {
  const [, bracketed, plain, portText] =
    /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:.]+(?:\/\d{1,3})?))(?::(\d{1,5}))?$/.exec(
      isIP(item.replace(/\/.*/, '')) === 6 ? `[${item}]` : item.toLowerCase(),
    ) ?? [];
  const name = bracketed ?? plain ?? '';
  const port = portText === undefined ? null : Number(portText);
  const isPort = port === null || (port >= 1 && port <= 65_535);
  const network = networkOf(name);
  if (isPort && network !== null) return { host: null, network, port };
  if (isPort && isName(name)) return { host: name, network: null, port };
  throw new Error('a network, an IP address or a host name, with or without a port');
}

function networkOf(text: string): AllowedAddress['network'] {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    return null;
  }
  const length = bits === undefined ? most : Number(bits);
  return length > most ? null : [ipaddr.parse(address), length];
}

/**
 * True for a host name that no program parses as an IP address. Some programs, for example, parse
 * `127.1` as an address.
 */
const isName = (name: string): boolean =>
  HOST.test(name) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name);

/** True if an exception covers the host, or its address, at this port. */
export function isAllowed(
  allowed: readonly AllowedAddress[],
  { host, address, port }: { host: string; address: string | null; port: number },
): boolean {
  return allowed.some((one) => {
    if (one.port !== null && one.port !== port) return false;
    if (one.network === null) return one.host === host;
    if (address === null || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    const [network, bits] = one.network;
    return parsed.kind() === network.kind() && parsed.match(network as never, bits);
  });
}
