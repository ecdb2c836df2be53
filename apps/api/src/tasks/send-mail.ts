import type { MailTokenPurpose } from '../db/schema.generated.ts';
import type { Deps, TaskPayloads } from '../deps.ts';
import {
  addressTakenLetter,
  passwordResetLetter,
  verificationLetter,
} from '../domain/mail/letters.ts';
import { armMailToken } from '../domain/mail/mail-token.store.ts';
import { hashToken, mintToken } from '../domain/token.ts';
import { findUserById } from '../domain/user/user.store.ts';
import type { Mail } from '../providers/mail/mailer.ts';
import { task } from './task.ts';

const HOUR_MS = 60 * 60_000;
const LIFETIME_MS: Readonly<Record<MailTokenPurpose, number>> = {
  verify_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
};

/**
 * Mints the token at the moment of sending, so that only its hash is ever stored. An attempt that
 * failed is repeated with a new token, which voids the one before.
 */
export const sendMail = task({
  name: 'send-mail',
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 2,
  expireSeconds: 120,
  async run(deps, payload) {
    const mail = await composeMail(deps, payload);
    if (mail) await deps.mailer.send(mail);
  },
});

async function composeMail(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  payload: TaskPayloads['send-mail'],
): Promise<Mail | null> {
  if ('notice' in payload) {
    const user = await findUserById(db, payload.userId);
    return user && addressTakenLetter(user, site.publicUrl);
  }
  const token = mintToken();
  const pending = await db.transaction().execute((tx) =>
    armMailToken(tx, {
      id: payload.mailTokenId,
      tokenHash: hashToken(token),
      expiresAt: (purpose) => new Date(clock.now().getTime() + LIFETIME_MS[purpose]),
    }),
  );
  if (!pending) return null;
  const letter = pending.purpose === 'verify_email' ? verificationLetter : passwordResetLetter;
  return letter(pending, site.publicUrl, token);
}
