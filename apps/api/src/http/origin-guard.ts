import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface OriginRule {
  allowedOrigins: readonly string[];
  method: string;
  headers: IncomingHttpHeaders;
}

/** A cookie was sent: an Origin must be allowed, and must be there where something is changed. */
export function guardCookieOrigin({ allowedOrigins, method, headers }: OriginRule): void {
  const { origin } = headers;
  if (origin !== undefined) {
    requireAllowed(origin, allowedOrigins);
  } else if (!SAFE_METHODS.has(method)) {
    fail('origin_not_allowed', 'A request that changes something with a cookie needs an Origin.');
  } else if (headers['sec-fetch-site'] === 'cross-site') {
    fail('origin_not_allowed', 'A cross-site request without an Origin is refused.');
  }
}

/** The rule of the routes under `/v1/auth`, which hold whether or not a cookie is sent. */
export function guardAuthOrigin(rule: OriginRule, need: 'required' | 'not-foreign'): void {
  const { origin } = rule.headers;
  if (origin !== undefined) requireAllowed(origin, rule.allowedOrigins);
  else if (need === 'required') {
    fail('origin_not_allowed', 'This route needs an Origin header that is on the allowed list.');
  }
}

function requireAllowed(origin: string, allowedOrigins: readonly string[]): void {
  if (!allowedOrigins.includes(origin)) {
    fail(
      'origin_not_allowed',
      `The origin ${JSON.stringify(origin.slice(0, 200))} is not allowed.`,
    );
  }
}
