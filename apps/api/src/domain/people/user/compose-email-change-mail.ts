import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import type { Language } from '../../../texts/texts.ts';
import {
  addressTakenLetter,
  emailChangeLetter,
  emailChangingLetter,
  findRequestedEmail,
  hashToken,
  mailLanguage,
  mintToken,
  storeTokenOfRequest,
} from '../../kernel/index.ts';
import { findUserByEmail, findUserById } from './user.store.ts';

interface EmailChangeLetter {
  letter: 'change-email' | 'email-changing';
  mailTokenId: string;
  language?: Language | null;
}

/**
 * Returns a mail about the change of an account's address, or null if the request is no longer
 * valid. `change-email` goes to the new address. It contains a link, or a notice if another account
 * has the new address. `email-changing` informs the owner of the current address.
 */
export async function composeEmailChangeMail(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { letter, mailTokenId, language }: EmailChangeLetter,
): Promise<Mail | null> {
  const request = await findRequestedEmail(db, mailTokenId);
  const user = request && (await findUserById(db, request.userId));
  if (!request || !user) return null;
  const stationeryFor = async (userId: string) => ({
    ...(await mailLanguage(db, userId, [language])),
    publicUrl: site.publicUrl,
  });
  const stationery = await stationeryFor(user.id);
  if (letter === 'email-changing') return emailChangingLetter(user, stationery, request.email);
  const holder = await findUserByEmail(db, request.email);
  if (holder && holder.id !== user.id && holder.email_verified_at !== null) {
    return addressTakenLetter(holder, await stationeryFor(holder.id));
  }
  const token = mintToken();
  const stored = { mailTokenId, tokenHash: hashToken(token), now: clock.now() };
  if (!(await storeTokenOfRequest(db, stored))) return null;
  return emailChangeLetter(request.email, stationery, token);
}
