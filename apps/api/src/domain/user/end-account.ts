import { LIMITS } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { failAt } from '../../errors.ts';
import { findSessionStart } from '../session/session.store.ts';
import { deactivateUser } from './deactivate-user.ts';
import { requirePassword } from './require-password.ts';
import type { UserRow } from './user.store.ts';

const FRESH_MS = LIMITS.freshSessionMinutes * 60_000;

interface EndingAccount {
  userId: string;
  sessionId: string;
  password: string | undefined;
  address: string;
}

/**
 * Deactivates the account of a person who signed in a moment ago, or knows the password: a browser that was left open
 * does not end an account.
 *
 * @throws `validation_failed`, `invalid_credentials`, and as {@link deactivateUser}
 */
export async function endAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId, password, address }: EndingAccount,
): Promise<{ user: UserRow; deactivatedAt: Date }> {
  const { db, clock } = deps;
  if (password !== undefined) {
    await requirePassword(db, userId, password);
  } else {
    const startedAt = await findSessionStart(db, userId, sessionId);
    const isFresh = startedAt !== null && clock.now().getTime() - startedAt.getTime() <= FRESH_MS;
    if (!isFresh) failAt('/password', 'is required, because you signed in a while ago', 'required');
  }
  return deactivateUser(deps, { userId, address, reason: 'account_deactivated' });
}
