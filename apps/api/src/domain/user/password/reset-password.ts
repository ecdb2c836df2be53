import type { Deps } from '../../../deps.ts';
import { findMailToken } from '../../mail/mail-token.store.ts';
import { hashToken } from '../../token.ts';
import { failToken, takeMailToken } from '../take-mail-token.ts';
import { hashPassword } from './password.ts';
import { replacePasswordHash } from './replace-password.ts';

/**
 * Sets a new password with a mailed token, which also proves the address, and ends all of the user's sessions.
 *
 * @throws `invalid_token`
 */
export async function resetPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { token: string; password: string },
): Promise<void> {
  const now = clock.now();
  const token = { tokenHash: hashToken(input.token), purpose: 'reset_password' as const, now };
  // The token is checked before the costly hashing, and consumed after it.
  if ((await findMailToken(db, token)) === null) failToken();
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (tx) => {
    const { id: userId } = await takeMailToken(tx, token);
    await replacePasswordHash(tx, { userId, passwordHash, now });
  });
}
