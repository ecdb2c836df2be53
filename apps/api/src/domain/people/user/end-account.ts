import { LIMITS } from '@parlance/contracts';
import { fail, failAt } from '../../../errors.ts';
import { findSessionStart } from '../session/session.store.ts';
import { type DeactivationDeps, deactivateUser } from './deactivate-user.ts';
import { verifyPassword } from './password/password.ts';
import { failPassword } from './password/require-password.ts';
import { findUserById, type UserRow } from './user.store.ts';

const FRESH_MS = LIMITS.freshSessionMinutes * 60_000;

interface EndingAccount {
  userId: string;
  sessionId: string;
  password: string | undefined;
  /** True to delete the account even if other people or programs lose something with it. */
  force: boolean;
  address: string;
}

/**
 * Deletes the account of the signed-in person, who must have signed in recently or give the
 * password. Otherwise, anybody could delete the account in an unattended browser.
 * @throws `validation_failed`, `invalid_credentials`, and the errors of {@link deactivateUser}
 */
export async function endAccount(
  deps: DeactivationDeps,
  { userId, sessionId, password, force, address }: EndingAccount,
): Promise<{ user: UserRow; deactivatedAt: Date }> {
  const { db, clock } = deps;
  const checked = password === undefined ? null : await findUserById(db, userId);
  const fits =
    password !== undefined && (await verifyPassword(checked?.password_hash ?? null, password));
  return deactivateUser(deps, {
    userId,
    address,
    reason: 'account_deactivated',
    erases: true,
    force,
    async confirm(tx, user) {
      const startedAt = await findSessionStart(tx, userId, sessionId);
      if (startedAt === null) fail('unauthenticated', 'The session has ended.');
      if (password !== undefined) {
        if (!fits || user.password_hash !== checked?.password_hash) failPassword();
      } else if (clock.now().getTime() - startedAt.getTime() > FRESH_MS) {
        failAt('/password', 'is required, because you signed in a while ago', 'required');
      }
    },
  });
}
