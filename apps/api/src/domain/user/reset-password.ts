import type { Deps } from '../../deps.ts';
import { findMailTokenUser, voidMailTokens } from '../mail/mail-token.store.ts';
import { deleteSessionsOfUser } from '../session/session.store.ts';
import { hashToken } from '../token.ts';
import { hashPassword } from './password.ts';
import { failToken, takeMailToken } from './take-mail-token.ts';
import { markEmailVerified, setPasswordHash } from './user.store.ts';

/**
 * Sets a new password with a mailed token, which proves the address too, and ends all of the user's
 * sessions. @throws `invalid_token`
 */
export async function resetPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { token: string; password: string },
): Promise<void> {
  const now = clock.now();
  const token = { tokenHash: hashToken(input.token), purpose: 'reset_password' as const, now };
  // Looked at before the hashing, which is costly, and used up after it.
  if ((await findMailTokenUser(db, token)) === null) failToken();
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (tx) => {
    const { id: userId } = await takeMailToken(tx, token);
    await setPasswordHash(tx, userId, passwordHash);
    await markEmailVerified(tx, userId, now);
    await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
    await deleteSessionsOfUser(tx, userId);
  });
}
