import i18next from 'i18next';

export const namesIn = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' });

/** Returns the name of a locale tag. An unknown tag is returned unchanged. */
export function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}

const inEnglish = namesIn('en');

/**
 * Returns the name of a locale. This is the name that was given to it in the project, or else its name in the language
 * of the app.
 */
export function localeName({ code, name }: { code: string; name: string }): string {
  const { baseName } = new Intl.Locale(code);
  if (i18next.language === 'en' || name !== inEnglish.of(baseName)) return name;
  return namesIn(i18next.language).of(baseName) ?? name;
}
