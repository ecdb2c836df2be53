import type { Deps } from '../../../deps.ts';
import { hashToken } from '../../kernel/index.ts';
import { findUserByEmail } from '../user/user.store.ts';
import { findInvitationToAccept, type InvitationToAccept } from './invitation.store.ts';
import { failInvitation } from './join-by-invitation.ts';

/**
 * Returns the invitation of a mailed token without accepting it. Only the owner of the address
 * knows the token, so the result may reveal whether the address has an account.
 * @throws `invalid_token`
 */
export async function previewInvitation(
  { db, clock, signUp }: Pick<Deps, 'db' | 'clock' | 'signUp'>,
  token: string,
): Promise<InvitationToAccept & { hasAccount: boolean; canCreateAccount: boolean }> {
  const invitation = await findInvitationToAccept(db, hashToken(token), clock.now());
  if (!invitation) failInvitation();
  const user = await findUserByEmail(db, invitation.email);
  const hasAccount = user !== null && user.email_verified_at !== null;
  return { ...invitation, hasAccount, canCreateAccount: !hasAccount && signUp !== 'closed' };
}
