import { SCOPES_OF_ROLE, scopesOfGrant } from '@parlance/contracts';
import { membershipOf, type Principal } from '../../kernel/index.ts';

/**
 * Returns the caller with its role, locales and scopes in a project. If `projectId` is null,
 * returns the caller with its rights outside all projects.
 */
export function narrowToProject(principal: Principal, projectId: string | null): Principal {
  const membership = membershipOf(principal);
  if (membership === null || principal.grants.length === 0) return principal;
  const grant = principal.grants.find((grant) => grant.projectId === projectId);
  const { role, locales } = grant ?? membership;
  const allowed = grant ? scopesOfGrant(grant.role) : SCOPES_OF_ROLE[role];
  const scopes = principal.scopes.filter((scope) => allowed.includes(scope));
  return principal.type === 'user'
    ? { ...principal, role, locales, scopes }
    : { ...principal, membership: { role, locales }, scopes };
}
