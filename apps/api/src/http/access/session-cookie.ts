import type { FastifyRequest } from 'fastify';
import type { Site } from '../../deps.ts';

const SESSION_DAYS = 14;
const DAY_SECONDS = 24 * 60 * 60;

export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + SESSION_DAYS * DAY_SECONDS * 1000);

/**
 * Returns the name of the session cookie. The prefix `__Host-` binds the cookie to this host and to
 * https (RFC 6265bis §4.1.3.2).
 */
export const cookieName = (site: Site): string =>
  site.publicUrl.startsWith('https:') ? '__Host-parlance' : 'parlance';

/**
 * Returns the `Set-Cookie` header that starts a session. The token has only URL-safe characters and
 * needs no escaping.
 */
export const sessionCookie = (site: Site, token: string): string =>
  serialize(site, token, SESSION_DAYS * DAY_SECONDS);

export const endedSessionCookie = (site: Site): string => serialize(site, '', 0);

export const sessionTokenOf = (site: Site, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(site)];

function serialize(site: Site, token: string, maxAgeSeconds: number): string {
  const sameSite = site.allowedOrigins.every((origin) => isSameSite(origin, site.publicUrl));
  return [
    `${cookieName(site)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'Secure',
    `SameSite=${sameSite ? 'Lax' : 'None'}`,
  ].join('; ');
}

/**
 * True if two URLs have the same scheme and the same site. Hosts belong to one site if they are
 * equal, if one is a subdomain of the other, or if they have a common parent domain of two or more
 * labels.
 */
function isSameSite(one: string, other: string): boolean {
  const { protocol, hostname: a } = new URL(one);
  const { protocol: otherProtocol, hostname: b } = new URL(other);
  if (protocol !== otherProtocol) return false;
  if (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)) return true;
  const parentOf = (host: string): string => host.slice(host.indexOf('.') + 1);
  return /[a-z]$/.test(a) && parentOf(a).includes('.') && parentOf(a) === parentOf(b);
}
