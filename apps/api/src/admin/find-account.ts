import { findUserByEmail, type UserRow } from '../domain/people/index.ts';
import { fail } from '../errors.ts';
import type { AdminContext } from './admin-command.ts';

export async function findAccount(
  { db }: Pick<AdminContext, 'db'>,
  email: string,
): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  return (
    user ??
    fail(
      'not_found',
      `No active account has the address ${email}. To undo disable, first make the account again with create-user ${email}.`,
    )
  );
}
