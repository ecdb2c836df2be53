import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '../../deps.ts';
import { fail } from '../../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginRule {
  site: Pick<Site, 'allowedOrigins' | 'publicUrl'>;
  method: string;
  headers: IncomingHttpHeaders;
}

/**
 * Checks the Origin of a request with a session cookie. A request that changes data must have an
 * Origin.
 */
export function requireCookieOrigin({ site, method, headers }: OriginRule): void {
  const { origin } = headers;
  if (origin !== undefined) {
    requireAllowed(origin, site);
  } else if (!SAFE_METHODS.has(method)) {
    refuse('A request that changes data and sends a cookie must have an Origin header.', site);
  } else if (headers['sec-fetch-site'] === 'cross-site') {
    refuse('A cross-site request that sends a cookie must have an Origin header.', site);
  }
}

/**
 * Checks the Origin of a POST request under `/v1/auth`, whether or not the request has a cookie.
 */
export function requireAuthOrigin(
  { site, headers }: OriginRule,
  need: 'required' | 'not-foreign',
): void {
  const { origin } = headers;
  if (origin !== undefined) requireAllowed(origin, site);
  else if (need === 'required') refuse('This endpoint requires an Origin header.', site);
}

/**
 * Accepts the configured origins and the origins of the service itself. Mailed links lead to pages
 * of the service, which also send requests.
 */
function requireAllowed(origin: string, site: OriginRule['site']): void {
  if (allowedBy(site).includes(origin)) return;
  refuse(`The origin ${JSON.stringify(origin.slice(0, 200))} is not allowed.`, site);
}

function refuse(reason: string, site: OriginRule['site']): never {
  fail('origin_not_allowed', `${reason} Allowed: ${allowedBy(site).join(', ')}.`);
}

const allowedBy = ({ allowedOrigins, publicUrl }: OriginRule['site']): string[] => [
  ...new Set([...allowedOrigins, ...ownOrigins(publicUrl)]),
];

const LOOPBACK_NAMES = ['localhost', '127.0.0.1'];

/**
 * Returns the origins of the service itself. For a loopback address, the result contains both
 * `localhost` and the IP address.
 */
function ownOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => origin.replace(`//${hostname}`, `//${name}`));
}
