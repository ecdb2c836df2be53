import { canonicalLocaleTag, saysLanguage } from '@parlance/contracts';
import { failAt } from '../../../errors.ts';

/**
 * Returns a locale tag in canonical case.
 * @throws `validation_failed` at `path` if the tag is malformed
 */
export function requireLocaleTag(input: string, path: string): string {
  const tag = canonicalLocaleTag(input);
  if (tag !== null) return tag;
  return failAt(path, `(${input}) is not a well-formed BCP 47 tag, such as pt-BR`, 'locale_tag');
}

/**
 * Returns a locale tag in canonical case, and requires that the tag contains a language.
 * @throws `validation_failed` at `path`
 */
export function requireLanguageTag(input: string, path: string): string {
  const tag = requireLocaleTag(input, path);
  return saysLanguage(tag)
    ? tag
    : failAt(path, `(${tag}) does not say its language`, 'unknown_language');
}

const englishNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/**
 * Returns CLDR's English name of a locale. Appends extensions and private-use subtags (RFC 5646
 * §2.2.6 and §2.2.7), which ECMA-402 `Intl.DisplayNames` rejects.
 */
export function localeNameOf(tag: string): string {
  const { baseName } = new Intl.Locale(tag);
  const name = englishNames.of(baseName) ?? baseName;
  const rest = tag.slice(baseName.length + 1);
  return rest === '' ? name : `${name} [${rest}]`;
}

/** Returns the writing direction of a locale's script (CLDR layout data). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getTextInfo(): { direction?: 'ltr' | 'rtl' };
  };
  return locale.getTextInfo().direction ?? 'ltr';
}

/**
 * Returns the canonical forms of locale tags, without duplicates.
 * @throws `validation_failed`
 */
export const requireLocaleTags = (tags: readonly string[], path: string): string[] => [
  ...new Set(tags.map((tag, index) => requireLocaleTag(tag, `${path}/${index}`))),
];
