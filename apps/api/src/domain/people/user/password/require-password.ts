import type { Db } from '../../../../db/client.ts';
import { fail } from '../../../../errors.ts';
import { findUserById, lockUser, type UserRow } from '../user.store.ts';
import { verifyPassword } from './password.ts';

/**
 * Returns a user whose password matches.
 * @throws `invalid_credentials`
 */
export async function requirePassword(db: Db, userId: string, password: string): Promise<UserRow> {
  const user = await findUserById(db, userId);
  const fits = await verifyPassword(user?.password_hash ?? null, password);
  if (!user || !fits) failPassword();
  return user;
}

/**
 * Locks a user whose password was verified.
 * @throws `invalid_credentials` if the password was reset or the user was deactivated meanwhile
 */
export async function lockConfirmedUser(tx: Db, checked: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, checked.id);
  if (user?.password_hash !== checked.password_hash) failPassword();
  return user;
}

export function failPassword(): never {
  fail('invalid_credentials', 'The current password is wrong.');
}
