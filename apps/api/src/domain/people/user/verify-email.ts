import { SQL_STATES, sqlStateOf } from '../../../db/fault.ts';
import { fail } from '../../../errors.ts';
import { ALL_PURPOSES, findMailToken, hashToken, voidMailTokens } from '../../kernel/index.ts';
import { type DeactivationDeps, deactivateUser } from './deactivate-user.ts';
import { takeMailToken } from './take-mail-token.ts';
import { findUserByEmail, markEmailVerified, setEmail, type UserRow } from './user.store.ts';

/**
 * Uses a mailed token to verify the address of a new account, or to change the address of an
 * account.
 * @throws `invalid_token`; `conflict` if another account has the new address
 */
export async function verifyEmail(deps: DeactivationDeps, token: string): Promise<UserRow> {
  const { db, clock } = deps;
  const tokenHash = hashToken(token);
  const now = clock.now();
  const change = await findMailToken(db, { tokenHash, purpose: 'change_email', now });
  if (change) return changeEmail(deps, tokenHash, { ...change, email: change.email! });
  return db.transaction().execute(async (tx) => {
    const user = await takeMailToken(tx, { tokenHash, purpose: 'verify_email', now });
    return markEmailVerified(tx, user.id, now);
  });
}

async function changeEmail(
  deps: DeactivationDeps,
  tokenHash: Buffer,
  { userId, email }: { userId: string; email: string },
): Promise<UserRow> {
  const { db, clock } = deps;
  const now = clock.now();
  await releaseUnverified(deps, email, userId);
  const change = db.transaction().execute(async (tx) => {
    await takeMailToken(tx, { tokenHash, purpose: 'change_email', now });
    await voidMailTokens(tx, { userId, purposes: ALL_PURPOSES, now });
    return setEmail(tx, userId, email, now);
  });
  return change.catch((error: unknown) => {
    if (sqlStateOf(error) !== SQL_STATES.uniqueViolation) throw error;
    fail('conflict', 'Another account has this address. Your address was not changed.');
  });
}

/**
 * Deactivates an unverified account of another user that has the address. The token proves that the
 * address belongs to the caller.
 */
async function releaseUnverified(
  deps: DeactivationDeps,
  email: string,
  exceptUserId: string,
): Promise<void> {
  const holder = await findUserByEmail(deps.db, email);
  if (!holder || holder.id === exceptUserId || holder.email_verified_at !== null) return;
  await deactivateUser(deps, {
    userId: holder.id,
    address: null,
    reason: 'address_of_another_account',
    force: true,
  });
}
