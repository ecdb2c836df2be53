import type { Deps } from '../../deps.ts';
import { hashToken } from '../token.ts';
import { takeMailToken } from './take-mail-token.ts';
import { markEmailVerified, type UserRow } from './user.store.ts';

/** Uses a mailed verification token up. @throws `invalid_token` */
export async function verifyEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<UserRow> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const user = await takeMailToken(tx, {
      tokenHash: hashToken(token),
      purpose: 'verify_email',
      now,
    });
    return markEmailVerified(tx, user.id, now);
  });
}
