import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { OrganizationRow } from '../organization/organization.store.ts';
import type { UserPrincipal } from '../principal.ts';
import { hashToken } from '../token.ts';
import { lockUser } from '../user/user.store.ts';
import { joinByInvitation } from './join-by-invitation.ts';

/**
 * Makes the signed-in user a member with the role in the invitation. The verified address of the user must be the
 * invited address.
 *
 * @throws `invalid_token`, or `conflict` if the user is a member already
 */
export async function acceptInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: UserPrincipal,
  token: string,
  address: string,
): Promise<OrganizationRow> {
  return db.transaction().execute(async (tx) => {
    // The user is locked first. A user whom another transaction is deactivating can then not become a member.
    const user = await lockUser(tx, principal.id);
    if (!user) fail('unauthenticated', 'The account is deactivated.');
    return joinByInvitation(tx, { user, tokenHash: hashToken(token), now: clock.now(), address });
  });
}
