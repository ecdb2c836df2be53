import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { findMailToken, type PresentedMailToken, useMailToken } from '../../kernel/index.ts';
import { lockUser, type UserRow } from './user.store.ts';

/**
 * Marks a mailed token as used, and locks its user until the transaction ends. All transactions
 * lock the user before the token, which avoids deadlocks.
 * @throws `invalid_token`
 */
export async function takeMailToken(tx: Db, token: PresentedMailToken): Promise<UserRow> {
  const found = await findMailToken(tx, token);
  const user = found && (await lockUser(tx, found.userId));
  if (!user || !(await useMailToken(tx, token))) failToken();
  return user;
}

export function failToken(): never {
  fail('invalid_token', 'The link was used, has expired, or is not valid. Request a new link.');
}
