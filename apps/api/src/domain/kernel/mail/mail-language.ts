import type { Db } from '../../../db/client.ts';
import { type Language, languageOfTag } from '../../../texts/texts.ts';
import { findPreferredLanguage } from './preferred-language.store.ts';

export interface MailLanguage {
  readonly language: Language;
  /**
   * True if the recipient's preferences contain the language. The page behind a link in the mail
   * then has the same language.
   */
  readonly isChosen: boolean;
}

/**
 * Returns the language of the recipient's preferences. Without a preference, returns the first language in `others`
 * for which the service has texts, or else English.
 */
export async function mailLanguage(
  db: Db,
  recipientId: string | null,
  others: readonly (string | null | undefined)[],
): Promise<MailLanguage> {
  const chosen = recipientId === null ? null : await preferredLanguage(db, recipientId);
  if (chosen !== null) return { language: chosen, isChosen: true };
  const language = others.map(languageOfTag).find((other) => other !== null) ?? 'en';
  return { language, isChosen: false };
}

/**
 * Returns the language in a user's preferences. Null if there is none, or if the service has no
 * texts in it.
 */
export const preferredLanguage = async (db: Db, userId: string): Promise<Language | null> =>
  languageOfTag(await findPreferredLanguage(db, userId));
