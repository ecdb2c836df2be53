/** The languages of the app, each by its own name. A language has a folder with a file for each file of `en`. */
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

/** The languages as options to choose from. */
export const LANGUAGE_OPTIONS = CODES.map((code) => ({
  value: code,
  label: LANGUAGES[code],
  language: code,
}));

/** Returns the language of the app that a tag names: `de` for `de-AT`. */
export const languageOf = (tag: unknown): Language | undefined =>
  CODES.find((code) => typeof tag === 'string' && tag.toLowerCase().split('-', 1)[0] === code);

const STORED = 'parlance-language';

/** The language of this browser: the one used last, or else the first of its own languages that the app has. */
export function preferredLanguage(): Language {
  for (const tag of [localStorage.getItem(STORED), ...navigator.languages]) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Keeps a language for the next visit, when the first page is drawn before the account is known. */
export const rememberLanguage = (language: Language): void =>
  localStorage.setItem(STORED, language);
