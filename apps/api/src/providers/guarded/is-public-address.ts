import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses that IANA has assigned for global unicast (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/**
 * NAT64 prefix for use inside a network (RFC 8215). The position of the IPv4 address in such an address depends on
 * the network (RFC 6052 §2.2), so these addresses are never public.
 */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const IPV4_TRANSLATED = ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96');
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');
const TEREDO = ipaddr.IPv6.parseCIDR('2001::/32');

/**
 * True if an IP address is an ordinary public address. Some IPv6 addresses contain an IPv4 address to which the
 * network forwards packets. Such an address is public only if the IPv4 address is public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const inner = innerAddresses(address);
  if (inner !== null) return inner.every((address) => address.range() === 'unicast');
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** Returns the IPv4 addresses in an IPv6 address. Null if the IPv6 address contains none. */
function innerAddresses(address: ipaddr.IPv6): Address[] | null {
  const bytes = address.toByteArray();
  const at = (start: number): Address => new ipaddr.IPv4(bytes.slice(start, start + 4));
  if (address.match(LOCAL_NAT64)) return [address];
  if ([NAT64, IPV4_MAPPED, IPV4_TRANSLATED, IPV4_COMPATIBLE].some((net) => address.match(net))) {
    return [at(12)];
  }
  if (address.match(SIX_TO_FOUR)) return [at(2)];
  if (address.match(TEREDO)) {
    // The bits of the client's address are inverted (RFC 4380 §4).
    const client = bytes.slice(12).map((byte) => byte ^ 0xff);
    return [at(4), new ipaddr.IPv4(client)];
  }
  return null;
}
