import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, fetch } from 'undici';
import type { AllowedAddress } from './allowed-addresses.ts';
import { handOut, type Resolver, resolveWithSystem } from './resolver.ts';
import { requireAllowed, type Target, targetOf } from './target-of.ts';

export interface GuardedFetchOptions {
  readonly allowed: readonly AllowedAddress[];
  /** Looks up host names. Defaults to the look-up of the operating system. */
  readonly resolve?: Resolver;
}

/**
 * Returns a `fetch` with the rules of the guarded client, for providers that the operator configures. Unlike the
 * guarded client, it keeps connections open and can follow redirects. Each connection, including the connection of a
 * redirect, is made to a checked address. It ignores proxies in the environment. The first call loads undici, which
 * takes more memory than any other package, and which a service without such providers does not need.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof globalThis.fetch {
  let opened: Promise<typeof fetch> | null = null;
  // The types of Node describe the same function of an earlier version of undici.
  return (async (input: string | URL, init?: object) => {
    opened ??= openGuardedFetch(options);
    return (await opened)(input, init);
  }) as unknown as typeof globalThis.fetch;
}

async function openGuardedFetch({
  allowed,
  resolve = resolveWithSystem,
}: GuardedFetchOptions): Promise<typeof fetch> {
  const undici = await import('undici');
  const connect: buildConnector.connector = (options, done) => {
    let target: Target;
    try {
      target = targetOf(addressOf(options), allowed);
    } catch (error) {
      done(error as Error, null);
      return;
    }
    const lookup = guardedLookup(target, allowed, resolve);
    undici.buildConnector({ lookup })(options, done);
  };
  const dispatcher = new undici.Agent({ connect });
  return (input, init) => undici.fetch(input, { ...init, dispatcher });
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
