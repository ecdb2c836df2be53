import { SCOPES_OF_ROLE, type Scope, scopesOfGrant } from '@parlance/contracts';
import type { Grant, Membership } from '../../kernel/index.ts';

/** A membership, and the grants that replace it in single projects. */
export interface MembershipWithGrants extends Membership {
  readonly grants: readonly Grant[];
}

/** Returns the scopes that the member has in at least one project. */
export const scopesAnywhere = ({ role, grants }: MembershipWithGrants): Scope[] => [
  ...new Set([...SCOPES_OF_ROLE[role], ...grants.flatMap((grant) => scopesOfGrant(grant.role))]),
];

/**
 * Returns the projects that a member may see. Null for all projects of the organization.
 * `keyProjectIds` are the projects of a personal API key.
 */
export function projectIdsFor(
  { role, grants }: MembershipWithGrants,
  keyProjectIds: readonly string[] | null = null,
): readonly string[] | null {
  if (role !== 'guest') return keyProjectIds;
  const granted = grants.map(({ projectId }) => projectId);
  return keyProjectIds === null ? granted : granted.filter((id) => keyProjectIds.includes(id));
}

/**
 * Returns the role and the locales of a member in a project. The grant for the project takes
 * precedence over the membership. Null for a guest without a grant.
 */
export function membershipInProject(
  { role, locales, grants }: MembershipWithGrants,
  projectId: string,
): Membership | null {
  const grant = grants.find((grant) => grant.projectId === projectId);
  if (grant) return { role: grant.role, locales: grant.locales };
  return role === 'guest' ? null : { role, locales };
}
