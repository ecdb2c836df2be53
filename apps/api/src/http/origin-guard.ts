import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '../deps.ts';
import { fail } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginRule {
  site: Pick<Site, 'allowedOrigins' | 'publicUrl'>;
  method: string;
  headers: IncomingHttpHeaders;
}

/** A cookie was sent: an Origin must be allowed, and must be there where something is changed. */
export function guardCookieOrigin({ site, method, headers }: OriginRule): void {
  const { origin } = headers;
  if (origin !== undefined) {
    requireAllowed(origin, site);
  } else if (!SAFE_METHODS.has(method)) {
    fail('origin_not_allowed', 'A request that changes something with a cookie needs an Origin.');
  } else if (headers['sec-fetch-site'] === 'cross-site') {
    fail('origin_not_allowed', 'A cross-site request without an Origin is refused.');
  }
}

/** What POSTs under `/v1/auth` want of an Origin, whether or not a cookie is sent. */
export function guardAuthOrigin(
  { site, headers }: OriginRule,
  need: 'required' | 'not-foreign',
): void {
  const { origin } = headers;
  if (origin !== undefined) requireAllowed(origin, site);
  else if (need === 'required') {
    fail('origin_not_allowed', 'This route needs an Origin header that is on the allowed list.');
  }
}

/** The service's own pages, which mailed links open, are allowed wherever the dashboard is. */
function requireAllowed(origin: string, { allowedOrigins, publicUrl }: OriginRule['site']): void {
  if (!allowedOrigins.includes(origin) && origin !== new URL(publicUrl).origin) {
    fail(
      'origin_not_allowed',
      `The origin ${JSON.stringify(origin.slice(0, 200))} is not allowed.`,
    );
  }
}
