import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import { mailLanguage } from '../../kernel/index.ts';
import { findUserById } from '../../people/index.ts';
import { findPreferences, findUnsubscribeSecret } from './inbox.store.ts';
import { reminderLetter } from './notification-letters.ts';
import { channelFor } from './preferences.ts';
import { REMIND_AFTER_MS } from './remind-of-questions.ts';
import { countOldQuestions } from './reminder.store.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/**
 * Returns the mail that reminds a person of old open questions. Null if no such questions are left,
 * or if the person has turned off these mails.
 */
export async function composeReminder(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { userId, projectIds }: { userId: string; projectIds: readonly string[] },
): Promise<Mail | null> {
  const user = await findUserById(db, userId);
  const preferences = await findPreferences(db, userId);
  const secret = await findUnsubscribeSecret(db, userId);
  if (!user || preferences === null || !secret) return null;
  if (channelFor(preferences, 'reminder') !== 'mail') return null;
  const before = new Date(clock.now().getTime() - REMIND_AFTER_MS);
  const questions = await countOldQuestions(db, userId, { projectIds, before });
  if (questions.length === 0) return null;
  const stationery = { ...(await mailLanguage(db, userId, [])), publicUrl: site.publicUrl };
  const token = unsubscribeToken({ userId, kinds: ['reminder'] }, secret);
  return reminderLetter(user, questions, stationery, token);
}
