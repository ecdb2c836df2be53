import type { Organization, Role } from '@parlance/contracts';
import { RIGHTS_OF_ROLE, type Right, SCOPES_OF_ROLE, type Scope } from '@parlance/contracts/scopes';

/** A scope, or a right in projects, that a page or a command needs. */
export type Need = Scope | Right;

/** True if a member with this role has the scope or the right. */
export const mayDo = (role: Role | null, need: Need): boolean => {
  if (role === null) return false;
  const all: readonly Need[] = [...SCOPES_OF_ROLE[role], ...RIGHTS_OF_ROLE[role]];
  return all.includes(need);
};

/** The role and the locales of the user in an organization or in one of its projects. */
export type OwnMembership = Pick<Organization, 'role' | 'localeCodes'>;

/** Returns the role and the locales that a grant gives the user in a project, or else those of the membership. */
export const membershipIn = (organization: Organization, projectId: string): OwnMembership =>
  organization.grants.find((grant) => grant.projectId === projectId) ?? organization;
