import { canHaveGrants, isLimitable, ROLES, type Role } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  actorOf,
  audit,
  isSameMembership,
  type Membership,
  type Principal,
} from '../../kernel/index.ts';
import { deleteGrants } from '../../project/index.ts';
import { authorityOf, mayInvite, requireGrant, requireManaging, requireOver } from './authority.ts';
import {
  findMember,
  type MemberRow,
  revokeInvitationsSentBy,
  setMembership,
} from './member.store.ts';
import { membershipIn } from './membership-in.ts';
import { lockOwnOrganization } from './organization.store.ts';
import { requireDispensable } from './require-dispensable.ts';

export interface MemberChange {
  role?: Role;
  localeCodes?: readonly string[] | null;
}

/**
 * Changes the role or the locales of a member. The change applies from the member's next request.
 * Revokes open invitations that the member has sent and that the new role does not allow.
 * @throws `not_found`, `insufficient_scope`, `validation_failed`; `conflict` for the last owner and
 * for the user of a personal organization
 */
export async function changeMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { organizationId: string; userId: string; change: MemberChange },
  address: string,
): Promise<MemberRow> {
  const { userId, change } = input;
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    const authority = authorityOf(principal, organization.role);
    requireManaging(authority);
    const member = await findMember(tx, organizationId, userId);
    if (!member) fail('not_found', 'The member does not exist.');
    requireOver(authority, member.role);
    const before = { role: member.role, locales: member.locale_tags };
    const after = changed(before, change);
    requireGrant(authority, after.role);
    if (isSameMembership(before, after)) return member;
    if (after.role !== before.role) await requireDispensable(tx, organization, member);
    await setMembership(tx, organizationId, userId, after);
    const keepsGrants = canHaveGrants(after.role);
    if (!keepsGrants) await deleteGrants(tx, organizationId, userId);
    const now = clock.now();
    const entry = { organizationId, at: now, actor: actorOf(principal), address };
    await audit(tx, {
      ...entry,
      action: 'member.update',
      target: { type: 'user', id: userId, name: member.name },
      details: { before: detailsOf(before), after: detailsOf(after) },
    });
    const invitations = await revokeInvitationsSentBy(tx, organizationId, userId, {
      roles: ROLES.filter((invited) => !mayInvite(after.role, invited)),
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
    return {
      ...member,
      role: after.role,
      locale_tags: after.locales && [...after.locales],
      grants: keepsGrants ? member.grants : null,
    };
  });
}

/**
 * Returns the changed membership. The limit to locales stays unless the change sets another one. A new role that
 * can be limited keeps the limit too: otherwise, the member would gain access to all locales unintentionally.
 */
function changed(
  before: Membership,
  { role = before.role, localeCodes }: MemberChange,
): Membership {
  if (localeCodes !== undefined) return membershipIn({ role, localeCodes });
  return { role, locales: isLimitable(role) ? before.locales : null };
}

const detailsOf = ({ role, locales }: Membership) => ({
  role,
  ...(locales && { locales: [...locales] }),
});
