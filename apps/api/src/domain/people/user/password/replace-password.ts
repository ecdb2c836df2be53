import type { Db } from '../../../../db/client.ts';
import type { Deps } from '../../../../deps.ts';
import { fail } from '../../../../errors.ts';
import { ALL_PURPOSES, voidMailTokens } from '../../../kernel/index.ts';
import { deleteSessionsOfUser } from '../../session/session.store.ts';
import { lockUser, markEmailVerified, setPasswordHash } from '../user.store.ts';
import { hashPassword } from './password.ts';

/**
 * Sets a user's password for the operator. Marks the address as verified, ends all sessions and
 * invalidates mailed links.
 * @throws `not_found`
 */
export async function replacePassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) fail('not_found', 'The account does not exist.');
    await replacePasswordHash(tx, { userId, passwordHash, now: clock.now() });
  });
}

/**
 * Stores the hash of a new password, marks the email address as verified, invalidates mailed links
 * and ends all sessions. The caller must hold the row lock of the user.
 */
export async function replacePasswordHash(
  tx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await setPasswordHash(tx, userId, passwordHash);
  await markEmailVerified(tx, userId, now);
  await voidMailTokens(tx, { userId, purposes: ALL_PURPOSES, now });
  await deleteSessionsOfUser(tx, userId);
}
