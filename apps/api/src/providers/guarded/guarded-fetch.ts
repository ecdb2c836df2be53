import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch } from 'undici';
import type { AllowedAddress } from './allowed-addresses.ts';
import { handOut, type Resolver, resolveWithSystem } from './resolver.ts';
import { requireAllowed, type Target, targetOf } from './target-of.ts';

export interface GuardedFetchOptions {
  readonly allowed: readonly AllowedAddress[];
  /** Defaults to the look-up of the operating system. */
  readonly resolve?: Resolver;
}

/**
 * Returns a `fetch` with the rules of the guarded client, for providers that the operator configures. Unlike the
 * guarded client, it keeps connections open and can follow redirects. Each connection, also that of a redirect, is
 * made to an address that was checked. It uses no proxy of the environment.
 */
export function createGuardedFetch({
  allowed,
  resolve = resolveWithSystem,
}: GuardedFetchOptions): typeof globalThis.fetch {
  const connect: buildConnector.connector = (options, done) => {
    let target: Target;
    try {
      target = targetOf(addressOf(options), allowed);
    } catch (error) {
      done(error as Error, null);
      return;
    }
    const lookup = guardedLookup(target, allowed, resolve);
    buildConnector({ lookup })(options, done);
  };
  const dispatcher = new Agent({ connect });
  // The types of Node describe the same function of an earlier version of undici.
  return ((input: string | URL, init: object = {}) =>
    fetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
}

function addressOf({ protocol, hostname, port }: buildConnector.Options): string {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** Returns a look-up of a host that fails if any of its addresses is not allowed. */
function guardedLookup(
  target: Target,
  allowed: readonly AllowedAddress[],
  resolve: Resolver,
): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        try {
          for (const address of addresses) requireAllowed(target, address, allowed);
        } catch (error) {
          done(error as Error, '', 0);
          return;
        }
        handOut(addresses)(host, options, done);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}
