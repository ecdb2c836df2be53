import { LIMITS } from './limits.ts';

/**
 * Returns the canonical form of a locale tag, or null if the tag is not well formed.
 *
 * `pt_BR` is read as `pt-BR`. Well-formedness and canonical form are those of ECMA-402
 * `Intl.Locale`, which follows UTS #35 §3.2.1: a tag starts with a language, so tags for
 * private use only, irregular grandfathered tags and extended languages (RFC 5646 §2.2.2,
 * `zh-cmn`) are refused, and deprecated subtags are replaced (`iw` → `he`).
 */
export function canonicalLocaleTag(input: string): string | null {
  if (input.length > LIMITS.localeTagLength) return null;
  try {
    // `Intl.getCanonicalLocales` of V8 leaves `tw` and `bh` as they are, but not `TW` and `BH`.
    const canonical = new Intl.Locale(input.replaceAll('_', '-')).toString();
    return canonical.length > LIMITS.localeTagLength ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The subtags of a locale tag that say what its texts look like. */
export interface LocaleParts {
  language: string;
  script: string | undefined;
  region: string | undefined;
}

/** The language of tags that do not say their language (RFC 5646 §4.1). */
const UNDETERMINED = 'und';

/** Reads the subtags of a canonical tag. For an undetermined language `Intl.Locale` of V8 has no language at all. */
export function readLocale(tag: string): LocaleParts {
  const { language = UNDETERMINED, script, region } = new Intl.Locale(tag);
  return { language, script, region };
}

/** True if a canonical tag says its language: `und-US` does not, and so has no plural forms, and no engine. */
export const saysLanguage = (tag: string): boolean => readLocale(tag).language !== UNDETERMINED;
