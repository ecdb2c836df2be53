import { ROLES, type Role } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { actorOf, type Principal } from '../principal.ts';
import { authorityOf, mayInvite, requireGrant, requireManaging, requireOver } from './authority.ts';
import {
  findMember,
  type MemberRow,
  revokeInvitationsSentBy,
  setMemberRole,
} from './member.store.ts';
import { holdOrganization } from './organization.store.ts';
import { requireDispensable } from './require-dispensable.ts';

/**
 * Assigns another role to a member. The role applies to all later requests of the member. Also
 * revokes open invitations by the member that the new role does not allow.
 * @throws `not_found`, `insufficient_scope`, or `conflict` for the last owner and for the user of a
 * personal organization
 */
export async function changeMemberRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { organizationId: string; userId: string; role: Role },
  address: string,
): Promise<MemberRow> {
  const { userId, role } = input;
  return db.transaction().execute(async (tx) => {
    const organization = await holdOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    const authority = authorityOf(principal, organization.role);
    requireManaging(authority);
    const member = await findMember(tx, organizationId, userId);
    if (!member) fail('not_found', 'The member does not exist.');
    requireOver(authority, member.role);
    requireGrant(authority, role);
    if (member.role === role) return member;
    await requireDispensable(tx, organization, member);
    await setMemberRole(tx, organizationId, userId, role);
    const now = clock.now();
    const entry = { organizationId, at: now, actor: actorOf(principal), address };
    await audit(tx, {
      ...entry,
      action: 'member.update',
      target: { type: 'user', id: userId, name: member.name },
      details: { before: { role: member.role }, after: { role } },
    });
    const invitations = await revokeInvitationsSentBy(tx, organizationId, userId, {
      roles: ROLES.filter((invited) => !mayInvite(role, invited)),
      now,
    });
    for (const { id, name } of invitations) {
      await audit(tx, {
        ...entry,
        action: 'invitation.revoke',
        target: { type: 'invitation', id, name },
        details: { reason: 'role_changed' },
      });
    }
    return { ...member, role };
  });
}
