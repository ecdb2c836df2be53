import type { QueryClient } from '@tanstack/react-query';
import { appLanguageOf, type Language } from '../../i18n/languages.ts';
import { setLanguage } from '../../i18n/setup.ts';
import { prefer, preferencesQuery } from './preferences.queries.ts';

/** The language that a visitor has selected before the sign-in. Null if none was selected. */
let chosen: Language | null = null;

/**
 * Changes the language of the app for a visitor who is not signed in. The language is stored in the account at the next
 * sign-in.
 */
export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return setLanguage(language);
}

/** Changes the language of a signed-in user, for the app on every device and for mails. */
export async function preferLanguage(queries: QueryClient, language: Language): Promise<void> {
  await prefer(queries, { language });
  await setLanguage(language);
  // The responses with locales contain names in the language of the app, so they are reloaded.
  await queries.invalidateQueries({ queryKey: ['locales'] });
}

/**
 * Switches the app to the language in the account's preferences. If the account has no language, it gets the language
 * that was selected before the sign-in.
 */
export async function followPreference(queries: QueryClient): Promise<void> {
  const preferences = await queries.ensureQueryData(preferencesQuery);
  const language = appLanguageOf(preferences.language);
  if (language !== undefined) await setLanguage(language);
  else if (chosen !== null) await preferLanguage(queries, chosen);
}
