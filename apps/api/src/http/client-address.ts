import { isIPv6 } from 'node:net';

/** IPv4 within IPv6 (RFC 4291 §2.5.5.2), as sockets that take both write it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What requests of one client are counted under: the IPv4 address, or the first 64 bits of an IPv6
 * address, since whoever has one of a network of that size has all of them (RFC 4291 §2.5.4).
 */
export function addressSubject(address: string): string {
  const mapped = MAPPED.exec(address);
  if (mapped) return mapped[1]!;
  const [plain] = address.split('%', 1) as [string];
  if (!isIPv6(plain)) return address;
  const [before, after] = plain.split('::', 2) as [string, string?];
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) {
    const tail = after === '' ? [] : after.split(':');
    // An IPv4 tail is two groups.
    const tailLength = tail.length + (after.includes('.') ? 1 : 0);
    while (groups.length + tailLength < 8) groups.push('0');
    groups.push(...tail);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
