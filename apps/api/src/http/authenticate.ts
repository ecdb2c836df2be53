import { SCOPES_OF_ROLE } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { findApiKeyByToken, touchApiKey } from '../domain/api-key/api-key.store.ts';
import type { ApiKeyPrincipal, Principal, UserPrincipal } from '../domain/principal.ts';
import { findSession, renewSession } from '../domain/session/session.store.ts';
import { hashToken, isApiKeyShaped } from '../domain/token.ts';
import { fail } from '../errors.ts';
import { guardCookieOrigin } from './origin-guard.ts';
import { sessionCookie, sessionExpiry, sessionTokenOf } from './session-cookie.ts';

/** Last use and renewal are written at most this often. */
const TOUCH_INTERVAL_MS = 60_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type AuthDeps = Pick<Deps, 'db' | 'clock' | 'site'>;

/**
 * Who calls. `Authorization`, where present, decides alone; else the session cookie, after the
 * Origin rule.
 */
export async function authenticate(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authenticateApiKey(deps, authorization);
  const principal = await authenticateSession(deps, request, reply);
  return (
    principal ??
    fail('unauthenticated', 'Send `Authorization: ApiKey <key>`, or sign in and send the cookie.')
  );
}

async function authenticateApiKey(deps: AuthDeps, header: string): Promise<ApiKeyPrincipal> {
  const token = /^ApiKey +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) {
    fail('unauthenticated', 'The Authorization header must be `ApiKey <key>`.');
  }
  const now = deps.clock.now();
  const found = isApiKeyShaped(token)
    ? await findApiKeyByToken(deps.db, hashToken(token), now)
    : null;
  if (!found) fail('unauthenticated', 'The API key is unknown, revoked or expired.');
  if (isStale(found.lastUsedAt, now))
    await touchApiKey(deps.db, found.organizationId, found.id, now);
  const { organizationId, id, name, scopes, projectIds } = found;
  return { type: 'api_key', organizationId, id, name, scopes, projectIds };
}

/** The user of the session cookie, or null where there is none. @throws where it is no living session. */
export async function authenticateSession(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserPrincipal | null> {
  const token = sessionTokenOf(deps.site, request);
  if (token === undefined) return null;
  guardCookieOrigin({
    allowedOrigins: deps.site.allowedOrigins,
    method: request.method,
    headers: request.headers,
  });
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  const organizationId = request.headers['x-organization-id'];
  if (typeof organizationId === 'string' && !UUID.test(organizationId)) {
    fail('not_found', 'X-Organization-Id names no organization of yours.');
  }
  const found = await findSession(deps.db, tokenHash, (organizationId as string) ?? null, now);
  if (!found) fail('unauthenticated', 'The session has ended; sign in again.');
  if (!found.membership) fail('not_found', 'X-Organization-Id names no organization of yours.');
  if (isStale(found.renewedAt, now)) {
    await renewSession(deps.db, { tokenHash, now, expiresAt: sessionExpiry(now) });
    reply.header('Set-Cookie', sessionCookie(deps.site, token));
  }
  return {
    type: 'user',
    id: found.userId,
    name: found.userName,
    organizationId: found.membership.organizationId,
    role: found.membership.role,
    scopes: SCOPES_OF_ROLE[found.membership.role],
    sessionId: found.sessionId,
  };
}

const isStale = (at: Date | null, now: Date): boolean =>
  at === null || now.getTime() - at.getTime() >= TOUCH_INTERVAL_MS;
