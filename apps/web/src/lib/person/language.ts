import type { QueryClient } from '@tanstack/react-query';
import { type Language, languageOf } from '../../i18n/languages.ts';
import { setLanguage } from '../../i18n/setup.ts';
import { prefer, preferencesQuery } from './preferences.queries.ts';

/** The language that the user selected without a session. */
let chosen: Language | null = null;

/** Changes the language without a session. The account keeps it after the sign-in. */
export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return setLanguage(language);
}

/** Changes the language of the app on every device, and of the user's mails. */
export async function preferLanguage(queries: QueryClient, language: Language): Promise<void> {
  await prefer(queries, { language });
  await setLanguage(language);
  // The locales contain names in the language of the app.
  await queries.invalidateQueries({ queryKey: ['locales'] });
}

/**
 * Switches the app to the account's preferences. An account without a preferred language gets the one that was selected
 * before the sign-in.
 */
export async function followPreference(queries: QueryClient): Promise<void> {
  const preferences = await queries.ensureQueryData(preferencesQuery);
  const language = languageOf(preferences.language);
  if (language !== undefined) await setLanguage(language);
  else if (chosen !== null) await preferLanguage(queries, chosen);
}
