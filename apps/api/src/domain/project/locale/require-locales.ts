import { fail } from '../../../errors.ts';

/**
 * Returns the locales with the given canonical tags, in the order of the tags.
 * @throws `not_found`
 */
export const requireLocales = <Locale extends { code: string }>(
  all: readonly Locale[],
  tags: readonly string[],
): Locale[] => {
  const byCode = new Map(all.map((locale) => [locale.code, locale]));
  return tags.map((tag) => byCode.get(tag) ?? failLocale(tag));
};

export const failLocale = (tag: string): never =>
  fail('not_found', `The project has no locale ${tag}.`);
