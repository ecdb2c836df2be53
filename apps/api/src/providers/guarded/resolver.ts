import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

/** Returns all addresses of a host name. */
export type Resolver = (host: string) => Promise<readonly string[]>;

export const resolveWithSystem: Resolver = async (host) =>
  (await lookUp(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Returns a look-up that answers with addresses that are known already. */
export const handOut =
  (addresses: readonly string[]): LookupFunction =>
  (host, { all }, done) => {
    const [first] = addresses;
    if (first === undefined) {
      done(new Error(`the host ${host} has no address`), '', 0);
      return;
    }
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) done(null, found);
    else done(null, first, isIP(first));
  };
