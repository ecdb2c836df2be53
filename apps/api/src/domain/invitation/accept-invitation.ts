import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { OrganizationRow } from '../organization/organization.store.ts';
import type { UserPrincipal } from '../principal.ts';
import { hashToken } from '../token.ts';
import { lockUser } from '../user/user.store.ts';
import { joinByInvitation } from './join-by-invitation.ts';

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
    // The user is locked first, so that an account that is being deactivated does not become a member.
    const user = await lockUser(tx, principal.id);
    if (!user) fail('unauthenticated', 'The account is deactivated.');
    return joinByInvitation(tx, { user, tokenHash: hashToken(token), now: clock.now(), address });
  });
}
