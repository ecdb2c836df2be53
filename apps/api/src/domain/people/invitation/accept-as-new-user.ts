import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { hashToken, mintToken } from '../../kernel/index.ts';
import type { OrganizationRow } from '../organization/organization.store.ts';
import { insertSession } from '../session/session.store.ts';
import { createVerifiedUser } from '../user/create-verified-user.ts';
import { hashPassword } from '../user/password/password.ts';
import { findInvitationToAccept } from './invitation.store.ts';
import { failInvitation, joinByInvitation } from './join-by-invitation.ts';

/**
 * Creates an account for the invited address, makes the user a member and starts a session. The
 * mailed token proves that the user owns the address.
 * @throws `sign_up_closed`, `invalid_token`, or `conflict` if a verified account has the address
 */
export async function acceptAsNewUser(
  { db, clock, signUp }: Pick<Deps, 'db' | 'clock' | 'signUp'>,
  input: {
    token: string;
    name: string;
    password: string;
    userAgent: string | undefined;
    expiresAt(now: Date): Date;
  },
  address: string,
): Promise<{ organization: OrganizationRow; sessionToken: string }> {
  if (signUp === 'closed') {
    fail(
      'sign_up_closed',
      'Sign-up is closed. Ask the operator for an account, sign in, and accept the invitation again.',
    );
  }
  const tokenHash = hashToken(input.token);
  // Checks the token first, because hashing the password is slow.
  const invitation = await findInvitationToAccept(db, tokenHash, clock.now());
  if (!invitation) failInvitation();
  const { email } = invitation;
  const passwordHash = await hashPassword(input.password);
  const sessionToken = mintToken();
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const user = await createVerifiedUser(tx, { email, name: input.name, passwordHash, now });
    const organization = await joinByInvitation(tx, { user, tokenHash, now, address });
    await insertSession(tx, {
      tokenHash: hashToken(sessionToken),
      userId: user.id,
      passwordHash,
      now,
      expiresAt: input.expiresAt(now),
      userAgent: input.userAgent,
    });
    return { organization, sessionToken };
  });
}
