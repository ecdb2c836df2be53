import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address by which requests of a client are counted. For an IPv6 address, returns the
 * first 64 bits, because a client usually has all addresses of such a network (RFC 4291 §2.5.4).
 */
export function addressSubject(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Reduces the entries of `X-Forwarded-For` to plain addresses. Some proxies add a port, brackets,
 * quotes or a zone. Ignores an invalid entry and all entries before it, so that the request is
 * attributed to a proxy.
 */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  const entries = String(given).split(',').map(addressIn);
  const addresses = entries.slice(entries.lastIndexOf(null) + 1);
  if (addresses.length === 0) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = addresses.join(', ');
}

/**
 * Matches an address with or without brackets and port (RFC 3986 §3.2.2), and with or without
 * quotes (RFC 7239 §6).
 */
const ENTRY =
  /^"?(?:\[(?<bracketed>[\da-f:.]+)(?:%[^\]]*)?\](?::\d+)?|(?<v4>[\d.]+)(?::\d+)?|(?<v6>[\da-f:.]+)(?:%.*)?)"?$/i;

function addressIn(entry: string): string | null {
  const { bracketed, v4, v6 } = ENTRY.exec(entry.trim())?.groups ?? {};
  const address = bracketed ?? v4 ?? v6 ?? '';
  return isIP(address) === 0 ? null : address;
}
