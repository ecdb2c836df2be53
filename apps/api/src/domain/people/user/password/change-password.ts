import type { Deps } from '../../../../deps.ts';
import { voidMailTokens } from '../../../kernel/index.ts';
import { deleteOtherSessions } from '../../session/session.store.ts';
import { setPasswordHash } from '../user.store.ts';
import { hashPassword } from './password.ts';
import { lockConfirmedUser, requirePassword } from './require-password.ts';

/**
 * Changes the password of a signed-in user. Ends the user's other sessions and invalidates mailed
 * links.
 * @throws `invalid_credentials` if the current password is wrong
 */
export async function changePassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { userId: string; sessionId: string; current: string; next: string },
): Promise<void> {
  const { userId, sessionId } = input;
  const user = await requirePassword(db, userId, input.current);
  const passwordHash = await hashPassword(input.next);
  await db.transaction().execute(async (tx) => {
    await lockConfirmedUser(tx, user);
    await setPasswordHash(tx, userId, passwordHash);
    const purposes = ['reset_password', 'change_email'] as const;
    await voidMailTokens(tx, { userId, purposes, now: clock.now() });
    await deleteOtherSessions(tx, userId, sessionId);
  });
}
