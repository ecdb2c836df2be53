import { LIMITS } from './limits.ts';

/**
 * Returns the canonical form of a locale tag, or null if the tag is not well formed.
 *
 * `pt_BR` is read as `pt-BR`. Well-formedness and canonical form are those of ECMA-402 `Intl.Locale`, which follows UTS
 * #35 §3.2.1. A tag must start with a language, so private-use tags, irregular grandfathered tags and extended
 * languages (RFC 5646 §2.2.2, `zh-cmn`) are rejected. Deprecated subtags are replaced (`iw` → `he`).
 */
export function canonicalLocaleTag(input: string): string | null {
  if (input.length > LIMITS.localeTagLength) return null;
  try {
    // V8's `Intl.getCanonicalLocales` changes `TW` and `BH`, but not `tw` and `bh`.
    const canonical = new Intl.Locale(input.replaceAll('_', '-')).toString();
    return canonical.length > LIMITS.localeTagLength ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The subtags of a locale tag that describe its texts. */
export interface LocaleParts {
  language: string;
  script: string | undefined;
  region: string | undefined;
}

/** The language subtag of tags without a known language (RFC 5646 §4.1). */
const UNDETERMINED = 'und';

/** Reads the subtags of a canonical tag. V8's `Intl.Locale` gives an undetermined language no language at all. */
export function readLocale(tag: string): LocaleParts {
  const { language = UNDETERMINED, script, region } = new Intl.Locale(tag);
  return { language, script, region };
}

/** True if a canonical tag has a language. `und-US` has none, and so neither plural forms nor an engine. */
export const saysLanguage = (tag: string): boolean => readLocale(tag).language !== UNDETERMINED;
