import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { findMember } from '../organization/member.store.ts';
import {
  getOrganization,
  insertMembership,
  lockOrganization,
  type OrganizationRow,
} from '../organization/organization.store.ts';
import { actorOf, type UserPrincipal } from '../principal.ts';
import { hashToken } from '../token.ts';
import { foldEmail, lockUser } from '../user/user.store.ts';
import { acceptInvitationRow, findInvitationOfToken } from './invitation.store.ts';

/**
 * Makes the user, whose verified address must be the invited one, a member with the invited role.
 *
 * @throws `invalid_token`, or `conflict` for a member.
 */
export async function acceptInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: UserPrincipal,
  token: string,
  address: string,
): Promise<OrganizationRow> {
  return db.transaction().execute(async (tx) => {
    // Held first, so that an account that is being deactivated does not become a member.
    const user = await lockUser(tx, principal.id);
    if (!user) fail('unauthenticated', 'The account was deactivated.');
    const ref = await findInvitationOfToken(tx, hashToken(token));
    if (!ref || !(await lockOrganization(tx, ref.organizationId))) failInvitation();
    const { organizationId } = ref;
    const now = clock.now();
    const emailFolded = foldEmail(user.email);
    const invitation = await acceptInvitationRow(tx, ref, { emailFolded, now });
    if (!invitation) failInvitation();
    if (await findMember(tx, organizationId, user.id)) {
      fail('conflict', 'You are a member of this organization already.');
    }
    const { id: invitationId, role } = invitation;
    await insertMembership(tx, { organizationId, userId: user.id, role, now });
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'member.create',
      target: { type: 'user', id: user.id, name: user.name },
      address,
      details: { role, invitationId },
    });
    return getOrganization(tx, principal, organizationId);
  });
}

function failInvitation(): never {
  fail(
    'invalid_token',
    'The invitation was used, revoked or has expired, or it was sent to another address.',
  );
}
