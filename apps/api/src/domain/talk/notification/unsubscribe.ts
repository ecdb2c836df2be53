import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { mergePatch } from '../../people/index.ts';
import { findUnsubscribeSecret, lockPreferences, storePreferences } from './inbox.store.ts';
import { channelFor } from './preferences.ts';
import { isSigned, readToken } from './unsubscribe-token.ts';

/**
 * Unsubscribes a person from the kinds of mails in a token. Notifications stay in the inbox. A
 * token can be used repeatedly, as long as the account exists (RFC 8058).
 * @throws `invalid_token`
 */
export async function unsubscribe({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const read = readToken(token);
  const secret = read && (await findUnsubscribeSecret(db, read.userId));
  if (!read || !secret || !isSigned(token, secret)) {
    fail('invalid_token', 'The link is not one of a mail of this service.');
  }
  await db.transaction().execute(async (tx) => {
    const preferences = await lockPreferences(tx, read.userId);
    if (preferences === null) return;
    const mailed = read.kinds.filter((kind) => channelFor(preferences, kind) === 'mail');
    if (mailed.length === 0) return;
    const notifications = Object.fromEntries(mailed.map((kind) => [kind, 'app']));
    await storePreferences(tx, read.userId, mergePatch(preferences, { notifications }));
  });
}
