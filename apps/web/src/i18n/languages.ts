/** The languages of the app, each with its own name. A language has a folder with a file for each file of `en`. */
const LANGUAGES = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  ar: 'العربية',
  ja: '日本語',
} as const;
export type Language = keyof typeof LANGUAGES;

const CODES = Object.keys(LANGUAGES) as Language[];

/** The languages as options. */
export const LANGUAGE_OPTIONS = CODES.map((code) => ({
  value: code,
  label: LANGUAGES[code],
  language: code,
}));

/** Returns the language of the app for a tag, such as `de` for `de-AT`. */
export const languageOf = (tag: unknown): Language | undefined =>
  CODES.find((code) => typeof tag === 'string' && tag.toLowerCase().split('-', 1)[0] === code);

const STORED = 'parlance-language';

/**
 * Returns the language of this browser: the last used one, or else the first of its preferred languages that the app
 * supports.
 */
export function preferredLanguage(): Language {
  for (const tag of [localStorage.getItem(STORED), ...navigator.languages]) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Stores a language for the next visit, when the first page is rendered before the account is known. */
export const rememberLanguage = (language: Language): void =>
  localStorage.setItem(STORED, language);
