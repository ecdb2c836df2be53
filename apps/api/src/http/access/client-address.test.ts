import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressSubject, cleanForwardedFor } from './client-address.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const written = (groups: readonly number[]): string =>
  groups.map((value) => value.toString(16)).join(':');

describe('addressSubject', () => {
  it('returns an IPv4 address unchanged, even if a socket reports the address as IPv6', () => {
    expect(addressSubject('203.0.113.7')).toBe('203.0.113.7');
    expect(addressSubject('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressSubject('::FFFF:203.0.113.7')).toBe('203.0.113.7');
  });

  it('returns the network of an IPv6 address, for any notation of the address', () => {
    expect(addressSubject('2001:db8:0:1:a:b:c:d')).toBe('2001:db8:0:1::/64');
    expect(addressSubject('2001:0DB8::1:0:0:0:1')).toBe('2001:db8:0:1::/64');
    expect(addressSubject('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(addressSubject('::1')).toBe('0:0:0:0::/64');
    expect(addressSubject('::')).toBe('0:0:0:0::/64');
    expect(addressSubject('1:2:3:4:5:6::')).toBe('1:2:3:4::/64');
    expect(addressSubject('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(addressSubject('64:ff9b::192.0.2.33')).toBe('64:ff9b:0:0::/64');
    expect(addressSubject('1:2:3:4:5:6:192.0.2.33')).toBe('1:2:3:4::/64');
  });

  it('returns the same subject for all addresses of a network, and different subjects for different networks', () => {
    const half = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, guest) => {
        const subject = addressSubject(written([...network, ...host]));
        expect(addressSubject(written([...network, ...guest]))).toBe(subject);
        const isOne = written(network) === written(other);
        expect(addressSubject(written([...other, ...host])) === subject).toBe(isOne);
      }),
    );
  });
});

describe('cleanForwardedFor', () => {
  const cleaned = (value: string): string | undefined => {
    const headers = { 'x-forwarded-for': value };
    cleanForwardedFor(headers);
    return headers['x-forwarded-for'];
  };
  const v4 = fc.ipV4();
  const v6 = fc.ipV6().filter((address) => !address.includes('.'));

  it('leaves a list of addresses unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(v4, v6), { minLength: 1, maxLength: 4 }), (list) => {
        expect(cleaned(list.join(', '))).toBe(list.join(', '));
      }),
    );
  });

  it('removes the port, brackets, quotes and the zone from an address', () => {
    const port = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(v4, v6, port, (four, six, at) => {
        for (const form of [`${four}:${at}`, `"${four}"`, `"${four}:${at}"`, ` ${four} `]) {
          expect(cleaned(form), form).toBe(four);
        }
        const zoned = `${six}%eth0`;
        const forms = [`[${six}]`, `[${six}]:${at}`, `"[${six}]:${at}"`, zoned, `[${zoned}]:${at}`];
        for (const form of forms) expect(cleaned(form), form).toBe(six);
      }),
    );
  });

  it('drops invalid entries, and all entries before an invalid entry', () => {
    for (const nothing of [
      '',
      'unknown',
      '_hidden',
      '0x7f.1',
      '1.2.3',
      '1.2.3.4:x',
      '[1.2.3',
      '::g',
    ]) {
      expect(cleaned(nothing), nothing).toBeUndefined();
      expect(cleaned(`203.0.113.9, ${nothing}`), nothing).toBeUndefined();
      expect(cleaned(`${nothing}, 203.0.113.9`), nothing).toBe('203.0.113.9');
    }
  });
});
