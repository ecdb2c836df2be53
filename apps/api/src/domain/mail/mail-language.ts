import type { Db } from '../../db/client.ts';
import { type Language, languageOfTag } from '../../texts/texts.ts';
import { findPreferredLanguage } from './preferred-language.store.ts';

export interface MailLanguage {
  readonly language: Language;
  /** True if the recipient chose the language: the page that the mail links to is in it, too. */
  readonly isChosen: boolean;
}

/**
 * Returns the language of a mail: that of the recipient's preferences, else that of the first of `others` (tags, or
 * null if nobody knows).
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

/** Returns the language that a user chose; null if there is none, or no texts in it. */
export const preferredLanguage = async (db: Db, userId: string): Promise<Language | null> =>
  languageOfTag(await findPreferredLanguage(db, userId));
