import { canHaveGrants, type GrantRole, LIMITS } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, isSameMembership, ownerOf, type Principal } from '../../kernel/index.ts';
import {
  countGrants,
  findGrant,
  getProject,
  type ProjectMemberRow,
  putGrants,
} from '../../project/index.ts';
import { authorityOf, requireGrant, requireManaging } from './authority.ts';
import { findMember } from './member.store.ts';
import { membershipIn } from './membership-in.ts';
import { lockOwnOrganization } from './organization.store.ts';

/**
 * Gives a member a role in a project, which replaces the role in the organization there. The role
 * applies from the member's next request.
 * @throws `not_found`, `insufficient_scope`, `validation_failed`, `limit_exceeded`; `conflict` for
 * owners and admins, whose rights a grant does not narrow
 */
export async function putGrant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: {
    projectId: string;
    userId: string;
    role: GrantRole;
    localeCodes?: readonly string[] | null | undefined;
  },
  address: string,
): Promise<ProjectMemberRow> {
  const { userId } = input;
  const after = membershipIn(input);
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, principal.organizationId);
    const { id: organizationId } = organization;
    const authority = authorityOf(principal, organization.role);
    requireManaging(authority);
    requireGrant(authority, after.role);
    const { id: projectId } = await getProject(tx, ownerOf(principal), input.projectId);
    const member = await findMember(tx, organizationId, userId);
    if (!member) fail('not_found', 'The member does not exist.');
    if (!canHaveGrants(member.role)) {
      fail('conflict', `The role ${member.role} has all rights in all projects, and no grants.`);
    }
    const grant = await findGrant(tx, projectId, userId);
    const before = grant && { role: grant.role, locales: grant.locale_tags };
    if (before && isSameMembership(before, after)) return grant;
    if (!grant && (await countGrants(tx, organizationId, userId)) >= LIMITS.grantsPerMember) {
      fail(
        'limit_exceeded',
        `A member can have grants for at most ${LIMITS.grantsPerMember} projects.`,
      );
    }
    const now = clock.now();
    await putGrants(tx, organizationId, { ...after, userId, projectIds: [projectId], now });
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'grant.update',
      target: { type: 'user', id: userId, name: member.name },
      address,
      details: {
        projectId,
        role: after.role,
        ...(after.locales && { locales: [...after.locales] }),
      },
    });
    return (await findGrant(tx, projectId, userId))!;
  });
}
