import ipaddr from 'ipaddr.js';

/**
 * Returns the address under which requests of one client are counted: the IPv4 address, or the first 64
 * bits of an IPv6 address, since a client with one address of such a network has all of them (RFC 4291
 * §2.5.4).
 */
export function addressSubject(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
