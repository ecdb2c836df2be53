import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { voidMailTokens } from '../../kernel/index.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import {
  insertUser,
  markEmailVerified,
  replaceUnverifiedUser,
  type UserRow,
} from './user.store.ts';

/**
 * Creates an account with a verified address. The caller has received a token that was mailed to
 * the address, or acts for the operator. An unverified account with the address gets the new name
 * and password.
 * @throws `conflict` if a verified account has the address
 */
export async function createVerifiedUser(
  tx: Db,
  input: { email: string; name: string; passwordHash: string; now: Date },
): Promise<UserRow> {
  const { now } = input;
  const newId = await insertUser(tx, input);
  if (newId !== null) await openPersonalOrganization(tx, { userId: newId, name: input.name, now });
  const userId = newId ?? (await replaceUnverifiedUser(tx, input));
  if (userId === null) fail('conflict', 'An account with this address already exists.');
  await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
  return markEmailVerified(tx, userId, now);
}
