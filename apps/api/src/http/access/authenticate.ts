import type { FastifyReply, FastifyRequest } from 'fastify';
import { troubleOf } from '../../db/availability/trouble.ts';
import { isUuid } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import {
  type ApiKeyPrincipal,
  hashToken,
  isApiKeyShaped,
  type Principal,
  type UserPrincipal,
} from '../../domain/kernel/index.ts';
import {
  type FoundSession,
  findApiKeyByToken,
  findSession,
  renewSession,
  touchApiKey,
} from '../../domain/people/index.ts';
import { principalOfUser } from '../../domain/project/index.ts';
import { fail } from '../../errors.ts';
import { requireCookieOrigin } from './origin-guard.ts';
import { sessionCookie, sessionExpiry, sessionTokenOf } from './session-cookie.ts';

/**
 * Minimum interval between two updates of the time at which a session or API key was last used, in
 * milliseconds.
 */
const TOUCH_INTERVAL_MS = 60_000;

type AuthDeps = Pick<Deps, 'db' | 'clock' | 'site'>;

export interface AuthCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** False if the path names the organization. The header `X-Organization-Id` is then ignored. */
  readonly readsOrganizationHeader: boolean;
}

/**
 * Returns the caller. The header `Authorization` takes precedence over the session cookie. A
 * request with a cookie must pass the check of its header `Origin`.
 */
export async function authenticate(deps: AuthDeps, call: AuthCall): Promise<Principal> {
  const { authorization } = call.request.headers;
  if (authorization !== undefined) return authenticateApiKey(deps, call, authorization);
  return (
    (await authenticateSession(deps, call)) ??
    fail(
      'unauthenticated',
      'The request has no credentials. Send `Authorization: ApiKey <key>`, or sign in and send the session cookie.',
    )
  );
}

async function authenticateApiKey(
  deps: AuthDeps,
  call: AuthCall,
  header: string,
): Promise<ApiKeyPrincipal> {
  const token = /^ApiKey +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) {
    fail('unauthenticated', 'The Authorization header must be `ApiKey <key>`.');
  }
  const now = deps.clock.now();
  const found = isApiKeyShaped(token)
    ? await findApiKeyByToken(deps.db, hashToken(token), now)
    : null;
  if (!found) fail('unauthenticated', 'The API key is unknown, revoked or expired.');
  const { principal, lastUsedAt } = found;
  const { organizationId, id } = principal;
  const staleBefore = staleLimit(now);
  if (lastUsedAt === null || lastUsedAt <= staleBefore) {
    await isWritten(touchApiKey(deps.db, { organizationId, id, now, staleBefore }));
  }
  const asked = organizationHeaderOf(call);
  if (asked !== null && asked.toLowerCase() !== organizationId) failForeignOrganization();
  return principal;
}

/**
 * Returns the user of the session cookie. Null if the request has no cookie. If the session has
 * ended, returns null if `isOptional` is true, and rejects the request otherwise.
 */
export async function authenticateSession(
  deps: AuthDeps,
  call: AuthCall,
  { isOptional = false } = {},
): Promise<UserPrincipal | null> {
  if (sessionTokenOf(deps.site, call.request) === undefined) return null;
  const { method, headers } = call.request;
  requireCookieOrigin({ site: deps.site, method, headers });
  const asked = organizationHeaderOf(call);
  const isReadable = asked === null || isUuid(asked);
  const found = await useSession(deps, call.request, call.reply, isReadable ? asked : null);
  if (!found) {
    if (isOptional) return null;
    fail('unauthenticated', 'The session has ended. Sign in again.');
  }
  if (!found.membership || !isReadable) failForeignOrganization();
  const { userId: id, userName: name, sessionId, membership } = found;
  return principalOfUser({ id, name, sessionId }, membership);
}

export async function useSession(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  organizationId: string | null,
): Promise<FoundSession | null> {
  const token = sessionTokenOf(deps.site, request);
  if (token === undefined) return null;
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  const found = await findSession(deps.db, tokenHash, organizationId, now);
  const staleBefore = staleLimit(now);
  if (found && found.renewedAt <= staleBefore) {
    const renewal = { tokenHash, now, staleBefore, expiresAt: sessionExpiry(now) };
    if (await isWritten(renewSession(deps.db, renewal))) {
      reply.header('Set-Cookie', sessionCookie(deps.site, token));
    }
  }
  return found;
}

/**
 * Returns false if the write fails because the database is read-only. Requests that only read data
 * then still succeed.
 */
async function isWritten(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (troubleOf(error) === null) throw error;
    return false;
  }
}

const staleLimit = (now: Date): Date => new Date(now.getTime() - TOUCH_INTERVAL_MS);

function organizationHeaderOf({ request, readsOrganizationHeader }: AuthCall): string | null {
  const header = request.headers['x-organization-id'];
  return readsOrganizationHeader && header !== undefined ? String(header) : null;
}

function failForeignOrganization(): never {
  fail('not_found', 'X-Organization-Id is not an organization that you belong to.');
}
