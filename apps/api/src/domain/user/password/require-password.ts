import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { findUserById, lockUser, type UserRow } from '../user.store.ts';
import { verifyPassword } from './password.ts';

/** Returns the signed-in user if the password matches. @throws `invalid_credentials` */
export async function requirePassword(db: Db, userId: string, password: string): Promise<UserRow> {
  const user = await findUserById(db, userId);
  const fits = await verifyPassword(user?.password_hash ?? null, password);
  if (!user || !fits) failPassword();
  return user;
}

/**
 * Locks a user whose password was verified. A later reset of the password or deactivation of the user takes precedence.
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
