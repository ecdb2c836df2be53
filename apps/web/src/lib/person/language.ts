import type { QueryClient } from '@tanstack/react-query';
import { type Language, languageOf } from '../../i18n/languages.ts';
import { setLanguage } from '../../i18n/setup.ts';
import { prefer, preferencesQuery } from './preferences.queries.ts';

/** The language that was chosen on a page without a session. */
let chosen: Language | null = null;

/** Changes the language without a session. The account that signs in keeps it. */
export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return setLanguage(language);
}

/** Changes the language of the app on every device, and of the mails to the user. */
export async function preferLanguage(queries: QueryClient, language: Language): Promise<void> {
  await prefer(queries, { language });
  await setLanguage(language);
  // They have the names of the locales.
  await queries.invalidateQueries({ queryKey: ['locales'] });
}

/** Shows the app as the account prefers it. An account without a preference gets what was chosen to sign in. */
export async function followPreference(queries: QueryClient): Promise<void> {
  const preferences = await queries.ensureQueryData(preferencesQuery);
  const language = languageOf(preferences.language);
  if (language !== undefined) await setLanguage(language);
  else if (chosen !== null) await preferLanguage(queries, chosen);
}
