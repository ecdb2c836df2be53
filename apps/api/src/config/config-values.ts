import { isIP } from 'node:net';
import { basePathOf, isAmbiguousBase } from '../base-path.ts';
import { readHosts } from '../db/hosts/read-hosts.ts';
import { isUuid } from '../db/ids/uuid.ts';

/**
 * An environment variable. `parse` throws an error whose message completes the sentence "<name>
 * must be …".
 */
interface Variable<Value> {
  readonly description: string;
  readonly default: string;
  /** Default that the documentation shows instead of the value of `default`. */
  readonly defaultText?: string;
  readonly secret?: boolean;
  parse(value: string): Value;
}

export const variable = <Value>(definition: Variable<Value>): Variable<Value> => definition;

export const oneOf =
  <const Choice extends string>(choices: readonly Choice[]) =>
  (value: string): Choice => {
    if (!(choices as readonly string[]).includes(value)) {
      throw new Error(`one of ${choices.join(', ')}`);
    }
    return value as Choice;
  };

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new Error(`a whole number from ${min} to ${max}`);
    }
    return Number(value);
  };

/** Minimum age in days at which data is deleted, so that a typing error does not delete recent data. */
const MIN_DAYS = 30;
const MAX_DAYS = 36_500;

/** Parses an age in days. Returns null for 0, which means that nothing is deleted because of its age. */
export function days(value: string): number | null {
  const count = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (count !== 0 && (count < MIN_DAYS || count > MAX_DAYS)) {
    throw new Error(`0, or a whole number of days from ${MIN_DAYS} to ${MAX_DAYS}`);
  }
  return count === 0 ? null : count;
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns a parser for a comma-separated list. Errors name the invalid item. */
export const listOf =
  <Item>(parse: (item: string) => Item) =>
  (value: string): Item[] =>
    list(value).map((item) => {
      try {
        return parse(item);
      } catch (error) {
        const { message } = error as Error;
        throw new Error(
          `a comma-separated list of which each item is ${message}, but ${JSON.stringify(item)} is not`,
        );
      }
    });

export const optional =
  <Value>(parse: (value: string) => Value) =>
  (value: string): Value | null =>
    value === '' ? null : parse(value);

export function contact(value: string): string {
  const parsed = /\s/.test(value) ? null : URL.parse(value);
  if (parsed && ['https:', 'mailto:'].includes(parsed.protocol)) return value;
  throw new Error('a URL that begins with https: or mailto:');
}

export const text = (value: string): string => value;

export function projectId(value: string): string {
  if (!isUuid(value)) throw new Error('the ID of a project');
  return value;
}

export function url(protocols: readonly string[]): (value: string) => string {
  return (value) => {
    // Requires `//` after the scheme. Without this check, `http:host` and `postgresql:` would also
    // be valid, by the rules of the URL Standard.
    const parsed = /^\w+:\/\//.test(value) && URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Error(`a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  };
}

/**
 * Parses the URL of a bundle store: `s3://<bucket>/<prefix>`, or `file:` with the path of a folder.
 */
export function bundleStoreUrl(value: string): string {
  const isBucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()/-]*)?$/.test(value);
  if (!isBucket && !/^file:\/\/\/./.test(value)) {
    throw new Error(
      's3://<bucket>/<prefix>, with a bucket of 3 to 63 small letters, digits, dots and hyphens, or file:/// with the path of a folder',
    );
  }
  return value;
}

export const origins = listOf((item) => new URL(url(['http:', 'https:'])(item)).origin);

/**
 * Parses a PostgreSQL URL. The host is optional, and a parameter may contain the path of a socket
 * (libpq §34.1.1.2).
 */
export function databaseUrl(value: string): string {
  requireEncoded(value);
  const { urls } = readHosts(value);
  for (const one of urls) {
    url(['postgres:', 'postgresql:'])(one.replace(/^(\w+:\/\/(?:[^/@]*@)?)(?=\/)/, '$1localhost'));
  }
  return value;
}

export function primaryUrl(value: string): string {
  databaseUrl(value);
  const { urls, attributes } = readHosts(value);
  if (attributes === 'read-write' || attributes === 'primary') return value;
  if (urls.length === 1 && attributes === 'any') return value;
  throw new Error(
    'a URL with target_session_attrs=read-write if it names several servers: the service writes',
  );
}

/**
 * Rejects a URL whose password contains unescaped punctuation. In such a URL, a part of the
 * password could be read as the host name, and the service logs host names.
 */
function requireEncoded(value: string): void {
  const [, authority = '', path = '', query = ''] =
    /^\w+:\/\/([^/?#]*)([^?]*)(.*)$/s.exec(value) ?? [];
  const isBare =
    authority.split('@').length > 2 ||
    /[@#]/.test(path) ||
    query.includes('#') ||
    (query.includes('@') && authority !== '' && !authority.includes('@'));
  if (isBare) {
    throw new Error(
      'a URL in which the user and the password are percent-encoded: @ as %40, / as %2F, # as %23, ? as %3F',
    );
  }
}

export function publicUrl(value: string): string {
  const read = url(['http:', 'https:'])(value);
  const { search, hash, username, password } = new URL(read);
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    throw new Error('a URL without user, query and fragment');
  }
  if (isAmbiguousBase(basePathOf(read))) {
    throw new Error('a URL whose path does not begin like an address of the service, such as /v1');
  }
  return read;
}

const PROXY_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(item: string): boolean {
  if (PROXY_RANGES.has(item)) return true;
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export const proxies = listOf((item) => {
  if (isProxy(item)) return item;
  throw new Error(
    'an IP address, a network such as 10.0.0.0/8, loopback, linklocal or uniquelocal',
  );
});

/** Parses a single mailbox, with or without a name (RFC 5322 §3.4). */
export function mailbox(value: string): string {
  const address = '[^\\s<>,@]+@[^\\s<>,@]+';
  if (new RegExp(`^(?:${address}|[^<>\\p{Cc}]*<${address}>)$`, 'u').test(value)) return value;
  throw new Error('a mail address such as name@example.com or Name <name@example.com>');
}

/**
 * Accepts `on` only on Linux, where SO_REUSEPORT distributes connections among processes
 * (socket(7)).
 */
export function reusePort(value: string): boolean {
  const isOn = oneOf(['on', 'off'])(value) === 'on';
  if (isOn && process.platform !== 'linux')
    throw new Error('off: only Linux distributes connections among processes');
  return isOn;
}

/** Parses a key for AES-256, in base64 or hexadecimal. */
export function secretKey(value: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(value);
  const key = Buffer.from(value, isHex ? 'hex' : 'base64');
  if (key.length === 32 && (isHex || /^[A-Za-z0-9+/_-]{43}=?$/.test(value))) return key;
  throw new Error(
    '32 random bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  );
}
