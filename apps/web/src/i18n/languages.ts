/**
 * The languages of the app, each with its own name. Each language has a folder, which contains the same files as the
 * folder `en`.
 */
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

/** The languages as options of a selection. */
export const LANGUAGE_OPTIONS = CODES.map((code) => ({
  value: code,
  label: LANGUAGES[code],
  language: code,
}));

/** Returns the language of the app that matches a locale tag. For example, `de-AT` matches `de`. */
export const appLanguageOf = (tag: unknown): Language | undefined =>
  CODES.find((code) => typeof tag === 'string' && tag.toLowerCase().split('-', 1)[0] === code);

const STORED = 'parlance-language';

/**
 * Returns the language for a visitor: the last language that was used in this browser, or else the first of the
 * browser's preferred languages that the app supports, or else English.
 */
export function preferredLanguage(): Language {
  for (const tag of [localStorage.getItem(STORED), ...navigator.languages]) {
    const language = appLanguageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/**
 * Stores the language in the browser. It is used at the next visit, because the first page is rendered before the
 * account is known.
 */
export const rememberLanguage = (language: Language): void =>
  localStorage.setItem(STORED, language);
