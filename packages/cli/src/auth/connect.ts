import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '@parlance/config';
import { type Client, createClient } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { projectsOf } from '../config/projects.ts';
import { failForbidden, failUsage } from '../fault.ts';
import { joinParts } from '../output/list-names.ts';
import { PROGRAM } from '../program.ts';
import { storedAddresses, storedKeyOf } from './credentials.ts';
import { fetchThrough, isProxiedByNode, proxyOf } from './proxy.ts';

export interface Connection {
  readonly client: Client;
  /** Creates a client for cleanup whose requests Ctrl-C does not abort. */
  readonly afterInterrupt: () => Client;
  /** URL of the server with its base path, without a slash at the end. */
  readonly url: string;
  /** Source of the API key, as shown in messages: a file or an environment variable. */
  readonly keySource: string;
}

/** Maximum duration of the cleanup after Ctrl-C, in milliseconds. */
export const CLEAN_UP_MS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the URL of the server.
 * @throws CliError for http to another machine, and for a URL that contains a password
 */
export function requireSafeUrl(text: string, allowsHttp: boolean): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return failUsage(
      `"${text}" is not an address. Use https://, such as https://l10n.example.org.`,
    );
  }
  if (!/^https?:$/.test(url.protocol)) {
    failUsage(
      `"${text}" does not begin with a scheme. Use https://, such as https://l10n.example.org, or http:// for this machine, such as http://localhost:4400.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    failUsage(`The address must not contain a user or a password. Run ${PROGRAM} login instead.`);
  }
  const isLocal = LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal && !allowsHttp) {
    failUsage(
      `${addressOf(url)} is not https, so anybody on the way could read the key. Use https, or --allow-insecure-http.`,
    );
  }
  return url;
}

/**
 * Returns the address of a server as it is stored and shown: with its base path, without a slash at
 * the end.
 */
export const addressOf = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/\/+$/, '');

/**
 * Connects to the server with its API key.
 *
 * A key from the environment is sent only to the server of the environment or of `--url`. A stored
 * key is sent only to the server for which it was stored.
 */
export function connect(
  call: Pick<Call, 'io' | 'flags' | 'note'>,
  config: Pick<Config, 'server'> | null,
): Connection {
  const { io, flags } = call;
  const { env } = io;
  const ownUrl = flags.text('url') ?? (env.PARLANCE_URL || undefined);
  const text = ownUrl ?? config?.server ?? onlyLogin(io);
  if (text === undefined) {
    failUsage(
      severalLogins(io) ??
        `No server is known. Run ${PROGRAM} login --url <address>, set PARLANCE_URL, or add "server" to parlance.json.`,
    );
  }
  const url = requireSafeUrl(text, flags.has('allow-insecure-http'));
  const given = readGivenKey(call);
  if (given && ownUrl !== undefined) return open(call, url, given.key, given.source);
  const address = addressOf(url);
  const stored = storedKeyOf(io, address);
  if (stored) {
    if (given) call.note(`${given.source} is not used, because PARLANCE_URL is not set.`);
    return open(call, url, stored.key, `login to ${address}`);
  }
  if (given) {
    failForbidden(
      `parlance.json names ${address}, and the key of ${given.source} goes only where PARLANCE_URL or --url point. Set PARLANCE_URL as well.`,
    );
  }
  return failForbidden(
    `There is no key for ${address}. Run ${PROGRAM} login --url ${address}, or set PARLANCE_URL and PARLANCE_KEY.`,
  );
}

/** Returns the server of the only login. Undefined if there are several logins, or none. */
function onlyLogin(io: Call['io']): string | undefined {
  const [first, ...others] = storedAddresses(io);
  return others.length === 0 ? first : undefined;
}

/** Returns a sentence that asks for one of several stored logins. Null if there are fewer than two logins. */
export function severalLogins(io: Call['io']): string | null {
  const addresses = storedAddresses(io);
  if (addresses.length < 2) return null;
  return `You have keys for ${joinParts(addresses)}. Pass --url with one of these addresses.`;
}

export function hasKeyFor(call: Pick<Call, 'io' | 'flags'>, server: string): boolean {
  const { io, flags } = call;
  const isNamed = flags.text('url') !== undefined || Boolean(io.env.PARLANCE_URL);
  const address = addressOf(requireSafeUrl(server, flags.has('allow-insecure-http')));
  return (isNamed && readGivenKey(call) !== null) || storedKeyOf(io, address) !== undefined;
}

/**
 * Returns the API key from `--key-file` or the environment. There is no flag for the key itself,
 * because other users of the machine can see command lines.
 */
function readGivenKey({ io, flags }: Pick<Call, 'io' | 'flags'>) {
  const file = flags.text('key-file');
  if (file !== undefined) {
    return { key: readFileSync(resolve(io.cwd, file), 'utf8').trim(), source: file };
  }
  for (const name of ['PARLANCE_KEY', 'PARLANCE_API_KEY']) {
    const key = io.env[name]?.trim();
    if (key) return { key, source: name };
  }
  return null;
}

export function open(
  call: Pick<Call, 'io' | 'flags'>,
  url: URL,
  apiKey: string,
  keySource: string,
): Connection {
  const { io, flags } = call;
  const clientOf = (signal: AbortSignal): Client => {
    const guarded = guardedFetch({ io: { ...io, signal }, flags });
    return createClient({ baseUrl: addressOf(url), apiKey, fetch: guarded });
  };
  return {
    client: clientOf(io.signal),
    afterInterrupt: () => clientOf(AbortSignal.timeout(CLEAN_UP_MS)),
    url: addressOf(url),
    keySource,
  };
}

/** Returns the address of the bundles of a project. @param projectId - id of the project, not its slug */
export const bundlesOf = ({ url }: Pick<Connection, 'url'>, projectId: string): string =>
  `${url}/v1/i18n/bundles/${projectId}`;

/**
 * Returns a `fetch` that stops on Ctrl-C, does not follow redirects and uses the proxy of the
 * environment. With `--verbose`, it logs each request.
 */
export function guardedFetch({ io, flags }: Pick<Call, 'io' | 'flags'>): typeof fetch {
  const isVerbose = flags.has('verbose');
  return async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, io.signal]) : io.signal;
    const startedAt = performance.now();
    const options = { ...init, signal, redirect: 'error' as const };
    const target = new URL(input instanceof Request ? input.url : input);
    const proxy = isProxiedByNode(io.env) ? null : proxyOf(io.env, target);
    const response = await (proxy ? fetchThrough(proxy, target, options) : fetch(input, options));
    if (isVerbose) {
      const ms = Math.round(performance.now() - startedAt);
      const id = response.headers.get('x-request-id') ?? '';
      io.err(`${init?.method ?? 'GET'} ${String(input)} ${response.status} ${ms} ms ${id}\n`);
    }
    return response;
  };
}

export function requireProjectId(
  { io, flags }: Pick<Call, 'io' | 'flags'>,
  config: Config | null,
): string {
  const env = io.env.PARLANCE_PROJECT || undefined;
  const named = config ? projectsOf(config, env).flatMap((name) => name ?? []) : [];
  const only = named.length === 1 ? named[0] : undefined;
  const id = flags.text('project') ?? env ?? config?.project ?? only;
  if (id === undefined && named.length > 1) {
    failUsage(`parlance.json names several projects. Pass --project: ${named.join(', ')}.`);
  }
  if (id === undefined) {
    failUsage(
      'No project is named. Add "project" to parlance.json, or pass --project: its settings show the slug.',
    );
  }
  return id;
}
