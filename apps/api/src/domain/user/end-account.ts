import { LIMITS } from '@parlance/contracts';
import { fail, failAt } from '../../errors.ts';
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
  address: string;
}

/**
 * Ends and erases the account of a person who signed in a moment ago or knows the password, so that nobody can use an
 * unattended browser for it. The account and the session are read under one lock, before the rule on passwords: of two
 * calls at once, the second finds no session.
 *
 * @throws `validation_failed`, `invalid_credentials`, and as {@link deactivateUser}
 */
export async function endAccount(
  deps: DeactivationDeps,
  { userId, sessionId, password, address }: EndingAccount,
): Promise<{ user: UserRow; deactivatedAt: Date }> {
  const { db, clock } = deps;
  // Verified before the lock, because hashing takes a while.
  const checked = password === undefined ? null : await findUserById(db, userId);
  const fits =
    password !== undefined && (await verifyPassword(checked?.password_hash ?? null, password));
  return deactivateUser(deps, {
    ...{ userId, address, reason: 'account_deactivated', erases: true },
    async confirm(tx, user) {
      const startedAt = await findSessionStart(tx, userId, sessionId);
      if (startedAt === null) fail('unauthenticated', 'The session has ended.');
      if (password !== undefined) {
        // If the password was reset since then, the reset takes precedence.
        if (!fits || user.password_hash !== checked?.password_hash) failPassword();
      } else if (clock.now().getTime() - startedAt.getTime() > FRESH_MS) {
        failAt('/password', 'is required, because you signed in a while ago', 'required');
      }
    },
  });
}
