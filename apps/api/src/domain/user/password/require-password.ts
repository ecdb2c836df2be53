import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { findUserById, lockUser, type UserRow } from '../user.store.ts';
import { verifyPassword } from './password.ts';

/** Returns a signed-in user who knows the password. @throws `invalid_credentials` */
export async function requirePassword(db: Db, userId: string, password: string): Promise<UserRow> {
  const user = await findUserById(db, userId);
  const fits = await verifyPassword(user?.password_hash ?? null, password);
  if (!user || !fits) failPassword();
  return user;
}

/**
 * Locks a user whose password was checked. A reset or a deactivation since then wins.
 *
 * @throws `invalid_credentials`
 */
export async function lockConfirmedUser(tx: Db, checked: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, checked.id);
  if (user?.password_hash !== checked.password_hash) failPassword();
  return user;
}

export function failPassword(): never {
  fail('invalid_credentials', 'The current password is wrong.');
}
