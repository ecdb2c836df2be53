import type { Db } from '../../../db/client.ts';
import type { MailTokenPurpose } from '../../../db/schema.generated.ts';
import type { AccountLetter, Deps } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import type { Language } from '../../../texts/texts.ts';
import {
  addressTakenLetter,
  hashToken,
  insertMailToken,
  mailLanguage,
  mintToken,
  passwordResetLetter,
  verificationLetter,
} from '../../kernel/index.ts';
import { findUserByEmail, lockUser, type UserRow } from './user.store.ts';

type AccountPurpose = Exclude<MailTokenPurpose, 'change_email'>;

/**
 * Returns the mail for an address, or null if no account has the address. The same task runs for
 * every address, so the duration of the request does not reveal whether an account exists. Creates
 * the token for the link. Earlier tokens become invalid.
 */
export async function composeAccountMail(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { letter, email, language }: { letter: AccountLetter; email: string; language?: Language | null },
): Promise<Mail | null> {
  return db.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (!user) return null;
    const stationery = {
      ...(await mailLanguage(tx, user.id, [language])),
      publicUrl: site.publicUrl,
    };
    const issue = (purpose: AccountPurpose): Promise<string> =>
      issueToken(tx, user, purpose, clock.now());
    if (letter === 'reset-password') {
      return passwordResetLetter(user, stationery, await issue('reset_password'));
    }
    if (user.email_verified_at === null) {
      return verificationLetter(user, stationery, await issue('verify_email'));
    }
    return letter === 'sign-up' ? addressTakenLetter(user, stationery) : null;
  });
}

async function issueToken(
  tx: Db,
  user: UserRow,
  purpose: AccountPurpose,
  now: Date,
): Promise<string> {
  const token = mintToken();
  await insertMailToken(tx, { userId: user.id, purpose, tokenHash: hashToken(token), now });
  return token;
}
