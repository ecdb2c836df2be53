import type { Deps } from '../../../../deps.ts';
import { findMailToken, hashToken } from '../../../kernel/index.ts';
import { failToken, takeMailToken } from '../take-mail-token.ts';
import { hashPassword } from './password.ts';
import { replacePasswordHash } from './replace-password.ts';

/**
 * Sets a new password with a mailed token, which also proves that the user owns the address. Ends
 * all sessions of the user.
 * @throws `invalid_token`
 */
export async function resetPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { token: string; password: string },
): Promise<void> {
  const now = clock.now();
  const token = { tokenHash: hashToken(input.token), purpose: 'reset_password' as const, now };
  // Checks the token first, because hashing the password is slow.
  if ((await findMailToken(db, token)) === null) failToken();
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (tx) => {
    const { id: userId } = await takeMailToken(tx, token);
    await replacePasswordHash(tx, { userId, passwordHash, now });
  });
}
