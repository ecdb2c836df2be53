import { canonicalLocaleTag } from '@parlance/contracts';
import { fail } from '../../errors.ts';

/** The tag in canonical case. @throws `validation_failed` naming `path`, where it is not well formed. */
export function requireLocaleTag(input: string, path: string): string {
  const tag = canonicalLocaleTag(input);
  if (tag !== null) return tag;
  const message = 'is not a well-formed BCP 47 tag, such as pt-BR';
  return fail('validation_failed', `${path} ${message}.`, { errors: [{ path, message }] });
}

const englishNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** CLDR's English name of a locale. */
export const localeNameOf = (tag: string): string => englishNames.of(tag) ?? tag;

/** The direction in which the locale's script is written (CLDR layout data). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getTextInfo(): { direction?: 'ltr' | 'rtl' };
  };
  return locale.getTextInfo().direction ?? 'ltr';
}
