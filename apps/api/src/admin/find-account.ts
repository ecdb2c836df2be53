import { findUserByEmail, hasDeactivatedUser, type UserRow } from '../domain/people/index.ts';
import { fail } from '../errors.ts';
import type { AdminContext } from './admin-command.ts';

/**
 * Returns the active account with an address.
 * @throws Failure that tells how to undo `disable` if the account of the address was disabled
 */
export async function findAccount(
  { db }: Pick<AdminContext, 'db'>,
  email: string,
): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user !== null) return user;
  if (!(await hasDeactivatedUser(db, email))) {
    fail('not_found', `There is no account with the address ${email}.`);
  }
  return fail(
    'not_found',
    `The account with the address ${email} is disabled. enable ${email} brings it back.`,
  );
}
