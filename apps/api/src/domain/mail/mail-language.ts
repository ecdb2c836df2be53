import type { Db } from '../../db/client.ts';
import { type Language, languageOfTag } from '../../texts/texts.ts';
import { findPreferredLanguage } from './preferred-language.store.ts';

export interface MailLanguage {
  readonly language: Language;
  /** True if the recipient chose the language. The page behind the link then uses it too. */
  readonly isChosen: boolean;
}

/**
 * Returns the language of a mail: the one in the recipient's preferences, or else the first known one of `others`
 * (tags, or null if unknown).
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

/** Returns the language that a user chose. Returns null if there is none, or if there are no texts in it. */
export const preferredLanguage = async (db: Db, userId: string): Promise<Language | null> =>
  languageOfTag(await findPreferredLanguage(db, userId));
