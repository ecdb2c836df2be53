import type { EndpointDefinition } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../domain/kernel/index.ts';
import { fail } from '../../errors.ts';
import { type AuthCall, authenticate, authenticateSession } from './authenticate.ts';
import { requirePerson, requireScopes, requireUnbound } from './authorize.ts';
import { requireAuthOrigin, requireCookieOrigin } from './origin-guard.ts';
import { sessionTokenOf } from './session-cookie.ts';

async function requireSessionCall(deps: Deps, call: AuthCall): Promise<void> {
  if (call.request.headers.authorization === undefined) return;
  await authenticate(deps, call);
  fail('session_required', 'This endpoint requires a browser session; API keys are not accepted.');
}

/**
 * Returns the caller of an endpoint, or null if the endpoint is public.
 * @throws `unauthenticated`, `origin_not_allowed`, `session_required`, `api_key_required` or
 * `insufficient_scope`; `not_found` for an organization to which the caller does not belong
 */
export async function admit(
  deps: Deps,
  { access, params }: EndpointDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal | null> {
  const call = {
    request,
    reply,
    readsOrganizationHeader: !('organizationId' in (params?.properties ?? {})),
  };
  switch (access.kind) {
    case 'public':
      return null;
    case 'auth': {
      const rule = { site: deps.site, method: request.method, headers: request.headers };
      if (request.method !== 'GET') requireAuthOrigin(rule, access.origin);
      if (sessionTokenOf(deps.site, request) !== undefined) requireCookieOrigin(rule);
      return null;
    }
    case 'session': {
      await requireSessionCall(deps, call);
      return (
        (await authenticateSession(deps, call)) ??
        fail('unauthenticated', 'The request has no session. Sign in and send the session cookie.')
      );
    }
    case 'optional-session': {
      await requireSessionCall(deps, call);
      const { method, headers } = request;
      requireAuthOrigin({ site: deps.site, method, headers }, 'required');
      return authenticateSession(deps, call, { isOptional: true });
    }
    case 'api-key': {
      const principal = await authenticate(deps, call);
      if (principal.type === 'api_key') return principal;
      return fail(
        'api_key_required',
        'This endpoint describes API keys; send `Authorization: ApiKey <key>`.',
      );
    }
    case 'scopes': {
      const principal = await authenticate(deps, call);
      const isByMembership = access.sessions === 'membership' && principal.type === 'user';
      if (!isByMembership) requireScopes(principal, access.scopes);
      if (access.boundKeys === 'refused') requireUnbound(principal);
      if (access.organizationKeys === 'refused') requirePerson(principal);
      return principal;
    }
  }
}
