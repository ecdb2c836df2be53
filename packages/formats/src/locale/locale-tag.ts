import { isSameLocale } from '@parlance/locales';

/**
 * Returns the canonical form of a BCP 47 tag. `pt_BR` is read as `pt-BR`. Returns null for a text
 * that is not well-formed.
 */
export function canonicalTag(text: string): string | null {
  try {
    // Uses `Intl.Locale`, because V8's `Intl.getCanonicalLocales` does not replace the lower-case
    // codes `tw` and `bh`.
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const languageOf = (tag: string): string => tag.split('-', 1)[0]!;

/**
 * True if the locale that a file names is the locale of the import. The file may name it by an
 * equivalent tag, such as `zh-CN` for `zh-Hans`, unless that is the tag of the source locale.
 */
export const isLocaleOfImport = (
  named: string,
  { localeTag, sourceLocaleTag }: { localeTag: string; sourceLocaleTag: string },
): boolean => named === localeTag || (named !== sourceLocaleTag && isSameLocale(named, localeTag));
