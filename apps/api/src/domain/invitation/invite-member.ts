import type { Role } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { Language } from '../../texts/texts.ts';
import { audit } from '../audit/audit.store.ts';
import { INVITATION_DAYS } from '../mail/letters.ts';
import { authorityOf, requireGrant } from '../organization/authority.ts';
import { isMemberAddress } from '../organization/member.store.ts';
import { holdOrganization } from '../organization/organization.store.ts';
import { actorOf, type Principal } from '../principal.ts';
import { foldEmail } from '../user/user.store.ts';
import {
  type InvitationRow,
  insertInvitation,
  revokeInvitationOfAddress,
} from './invitation.store.ts';

const INVITATION_LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60_000;

/**
 * Mails an invitation, whether or not anybody has an account with the address: nothing differs. It
 * takes the place of one that is open.
 *
 * @throws `not_found`, `insufficient_scope`, or `conflict` where the address is a member's.
 */
export async function inviteMember(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  input: { organizationId: string; email: string; role: Role },
  from: { address: string; language: Language | null },
): Promise<InvitationRow> {
  const { email, role } = input;
  const emailFolded = foldEmail(email);
  return db.transaction().execute(async (tx) => {
    const organization = await holdOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    requireGrant(authorityOf(principal, organization.role), role);
    if (await isMemberAddress(tx, organizationId, emailFolded)) {
      fail('conflict', 'A user with this address is already a member.');
    }
    const now = clock.now();
    await revokeInvitationOfAddress(tx, organizationId, emailFolded, now);
    const invitedBy = actorOf(principal);
    const invitation = await insertInvitation(tx, organizationId, {
      email,
      emailFolded,
      role,
      invitedBy,
      now,
      expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    });
    await audit(tx, {
      organizationId,
      at: now,
      actor: invitedBy,
      action: 'invitation.create',
      target: { type: 'invitation', id: invitation.id, name: email },
      address: from.address,
      details: { role },
    });
    await tasks.enqueue(tx, 'send-mail', {
      letter: 'invitation',
      organizationId,
      invitationId: invitation.id,
      language: from.language,
    });
    return invitation;
  });
}
