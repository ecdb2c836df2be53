import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import { mailLanguage } from '../../kernel/index.ts';
import { findUserById } from '../../people/index.ts';
import { findPreferences, findUnsubscribeSecret } from './inbox.store.ts';
import { KINDS } from './kinds.ts';
import { listDigest } from './notification.store.ts';
import { digestLetter } from './notification-letters.ts';
import { channelFor } from './preferences.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** Maximum number of notifications in a mail. */
const MAX_NOTIFICATIONS = 50;

/**
 * Returns the mail with a person's notifications. Null if the person has meanwhile read them, lost
 * access to their projects, or turned off such mails.
 */
export async function composeDigest(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { userId, digestId }: { userId: string; digestId: string },
): Promise<Mail | null> {
  const user = await findUserById(db, userId);
  const preferences = await findPreferences(db, userId);
  const secret = await findUnsubscribeSecret(db, userId);
  if (!user || preferences === null || !secret) return null;
  const wanted = KINDS.filter((kind) => channelFor(preferences, kind) === 'mail');
  const mailed = await listDigest(db, userId, { digestId, kinds: wanted }, MAX_NOTIFICATIONS + 1);
  if (mailed.length === 0) return null;
  const kinds = [...new Set(mailed.map(({ kind }) => kind))];
  const stationery = { ...(await mailLanguage(db, userId, [])), publicUrl: site.publicUrl };
  const facts = {
    notifications: mailed.slice(0, MAX_NOTIFICATIONS),
    hasMore: mailed.length > MAX_NOTIFICATIONS,
  };
  return digestLetter(user, facts, stationery, unsubscribeToken({ userId, kinds }, secret));
}
