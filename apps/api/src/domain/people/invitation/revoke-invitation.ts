import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import { authorityOf, requireManaging } from '../organization/authority.ts';
import { lockOwnOrganization } from '../organization/organization.store.ts';
import { findInvitation, type InvitationRow, revokeInvitationRow } from './invitation.store.ts';

/**
 * Revokes an invitation. A second call changes nothing.
 *
 * @throws `not_found`, `insufficient_scope`, or `conflict` if the invitation was accepted
 */
export async function revokeInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { organizationId: string; invitationId: string },
  address: string,
): Promise<InvitationRow> {
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    const ref = { organizationId, invitationId: input.invitationId };
    requireManaging(authorityOf(principal, organization.role));
    const found = await findInvitation(tx, ref);
    if (!found) fail('not_found', 'The invitation does not exist.');
    if (found.accepted_at !== null) {
      fail('conflict', 'The invitation was already accepted. Remove the member instead.');
    }
    if (found.revoked_at !== null) return found;
    const now = clock.now();
    const revoked = await revokeInvitationRow(tx, ref, now);
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'invitation.revoke',
      target: { type: 'invitation', id: revoked.id, name: revoked.email },
      address,
    });
    return revoked;
  });
}
