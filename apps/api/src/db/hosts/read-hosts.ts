/** Values of libpq's parameter `target_session_attrs`: the role that a server must have. */
export const SESSION_ATTRIBUTES = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;

export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

export interface Hosts {
  readonly urls: readonly string[];
  readonly attributes: SessionAttributes;
}

/**
 * Parses a URL that may name several servers (libpq §34.1.1.3): `postgres://one:5432,two:5433/db`,
 * or `postgres:///db?host=one,two&port=5432,5433`.
 * @throws Error whose message completes "must be"
 */
export function readHosts(url: string): Hosts {
  const [, scheme = '', user = '', authority = '', path = ''] =
    /^(\w+:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)/.exec(url) ?? [];
  const parameters = [...new URLSearchParams(url.split('?').slice(1).join('?'))];
  const parameterOf = (name: string) => parameters.find(([key]) => key === name)?.[1];
  const attributes = parameterOf('target_session_attrs') ?? 'any';
  if (!(SESSION_ATTRIBUTES as readonly string[]).includes(attributes)) {
    throw new Error(`a URL whose target_session_attrs is one of ${SESSION_ATTRIBUTES.join(', ')}`);
  }
  const rest = parameters.filter(([name]) => name !== 'target_session_attrs');
  const inQuery = parameterOf('host')?.split(',') ?? [];
  const urlWith = (address: string, given: readonly (readonly [string, string])[]): string => {
    const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    return `${scheme}${user}${address}${path}${query && '?'}${query}`;
  };
  const urls =
    inQuery.length > 1
      ? inQuery.map((host, index) =>
          urlWith(authority, [
            ...withoutPlace(rest),
            ['host', host],
            ...portOf(parameterOf('port'), index),
          ]),
        )
      : authority.split(',').map((address) => urlWith(address, rest));
  const isPlain = urls.length === 1 && rest.length === parameters.length;
  return { urls: isPlain ? [url] : urls, attributes: attributes as SessionAttributes };
}

const withoutPlace = (parameters: readonly [string, string][]): [string, string][] =>
  parameters.filter(([name]) => name !== 'host' && name !== 'port');

function portOf(ports: string | undefined, at: number): [string, string][] {
  const all = ports?.split(',') ?? [];
  const port = all.length === 1 ? all[0] : all[at];
  return port ? [['port', port]] : [];
}
