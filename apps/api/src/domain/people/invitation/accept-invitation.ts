import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { hashToken, type UserPrincipal } from '../../kernel/index.ts';
import type { OrganizationRow } from '../organization/organization.store.ts';
import { lockUser } from '../user/user.store.ts';
import { joinByInvitation } from './join-by-invitation.ts';

/**
 * Makes the signed-in user a member with the role in the invitation. The user's verified address
 * must be the invited address.
 * @throws `invalid_token`, or `conflict` if the user is a member already
 */
export async function acceptInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: UserPrincipal,
  token: string,
  address: string,
): Promise<OrganizationRow> {
  return db.transaction().execute(async (tx) => {
    // Locks the user, so that a user who is being deactivated at the same time cannot become a
    // member.
    const user = await lockUser(tx, principal.id);
    if (!user) fail('unauthenticated', 'The account is deactivated.');
    return joinByInvitation(tx, { user, tokenHash: hashToken(token), now: clock.now(), address });
  });
}
