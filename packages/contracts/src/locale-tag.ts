import { LIMITS } from './limits.ts';

/**
 * Returns the canonical form of a locale tag. Null if the tag is not well-formed. `pt_BR` is read
 * as `pt-BR`, and deprecated subtags are replaced (`iw` → `he`).
 *
 * The rules are those of `Intl.Locale` in ECMA-402, which follows UTS #35 §3.2.1. A tag must start
 * with a language, so private-use tags, irregular grandfathered tags and extended languages (RFC
 * 5646 §2.2.2, `zh-cmn`) are rejected.
 */
export function canonicalLocaleTag(input: string): string | null {
  if (input.length > LIMITS.localeTagLength) return null;
  try {
    // Uses `Intl.Locale`, because V8's `Intl.getCanonicalLocales` does not replace the lower-case
    // codes `tw` and `bh`.
    const canonical = new Intl.Locale(input.replaceAll('_', '-')).toString();
    return canonical.length > LIMITS.localeTagLength ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export interface LocaleParts {
  language: string;
  script: string | undefined;
  region: string | undefined;
}

/** Language subtag for an unknown language (RFC 5646 §4.1). */
const UNDETERMINED = 'und';

/**
 * Returns the subtags of a canonical tag. The language is included even if it is undetermined,
 * unlike in V8's `Intl.Locale`.
 */
export function readLocale(tag: string): LocaleParts {
  const { language = UNDETERMINED, script, region } = new Intl.Locale(tag);
  return { language, script, region };
}

/**
 * True if a canonical tag names a language. A tag without a language, such as `und-US`, has no
 * plural forms and no translation engine.
 */
export const saysLanguage = (tag: string): boolean => readLocale(tag).language !== UNDETERMINED;
