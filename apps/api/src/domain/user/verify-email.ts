import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { useMailToken } from '../mail/mail-token.store.ts';
import { hashToken } from '../token.ts';
import { markEmailVerified, type UserRow } from './user.store.ts';

/** Uses a mailed verification token up. @throws `invalid_token` */
export async function verifyEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<UserRow> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const used = await useMailToken(tx, {
      tokenHash: hashToken(token),
      purpose: 'verify_email',
      now,
    });
    const user = used && (await markEmailVerified(tx, used.userId, now));
    return user ?? fail('invalid_token', 'The link was used, has expired, or is not one of ours.');
  });
}
