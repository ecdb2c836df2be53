import type { ApiKeyPrincipal, OwnerRef, UserPrincipal } from '../../kernel/index.ts';
import {
  type MembershipWithGrants,
  projectIdsFor,
  scopesAnywhere,
} from './membership-with-grants.ts';

/** Returns a person as the caller of a request to an organization. */
export const principalOfUser = (
  person: Pick<UserPrincipal, 'id' | 'name' | 'sessionId'>,
  { organizationId, role, locales, grants }: MembershipWithGrants & { organizationId: OwnerRef },
): UserPrincipal => ({
  type: 'user',
  ...person,
  organizationId,
  role,
  locales,
  grants,
  scopes: scopesAnywhere({ role, locales, grants }),
  projectIds: projectIdsFor({ role, locales, grants }),
});

/**
 * Returns an API key as the caller of a request. A personal key has only projects that its user
 * has, and scopes that its user has in one of them or outside of all projects. `membership` is the
 * membership of the user. Null for a key of the organization.
 */
export function principalOfKey(
  key: Pick<ApiKeyPrincipal, 'id' | 'name' | 'organizationId' | 'scopes' | 'projectIds'>,
  membership: MembershipWithGrants | null,
): ApiKeyPrincipal {
  if (!membership) return { type: 'api_key', ...key, membership, grants: [] };
  const { projectIds } = key;
  const grants = membership.grants.filter((grant) => projectIds?.includes(grant.projectId) ?? true);
  const allowed = scopesAnywhere({ ...membership, grants });
  return {
    type: 'api_key',
    ...key,
    membership,
    grants: membership.grants,
    scopes: key.scopes.filter((scope) => allowed.includes(scope)),
    projectIds: projectIdsFor(membership, key.projectIds),
  };
}
