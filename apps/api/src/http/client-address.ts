import ipaddr from 'ipaddr.js';

/**
 * What requests of one client are counted under: the IPv4 address, or the first 64 bits of an IPv6
 * address, since whoever has one of a network of that size has all of them (RFC 4291 §2.5.4).
 */
export function addressSubject(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
