import type { FileWarning } from '../notes.ts';
import type { WarningCode } from '../warnings.ts';

/** Rules of a platform about the locales of the files of an app. */
export interface LocaleRule {
  /** True if the platform's tool fails at a violation. False if it ignores the file. */
  readonly stops: boolean;
  /** Returns the fault of a locale that the platform does not support. Null if it supports the locale. */
  faultOf?(localeTag: string): { code: WarningCode; message: string } | null;
  /**
   * Returns the locale whose file must exist if there is a file for `localeTag`. Null if there is no such requirement.
   */
  neededBy?(localeTag: string, sourceLocaleTag: string): string | null;
  /** Returns the message for a missing file. Required if `neededBy` is defined. */
  describeMissing?(needed: string, others: readonly string[]): string;
  /** Returns paths of files, each of which can replace a missing file. */
  standInsOf?(path: string): string[];
  /** End of a sentence that describes how the platform's tool handles two files of one locale. */
  readonly repeated?: string;
}

interface Ruled {
  readonly localeRule?: LocaleRule;
}

/**
 * Returns the locales for which the platform needs a file beside the files of the given locales,
 * and for each of them the locales that need it.
 */
export function missingLocales(
  { localeRule }: Ruled,
  localeTags: Iterable<string>,
  sourceLocaleTag: string,
): Map<string, string[]> {
  const all = new Set(localeTags);
  const missing = new Map<string, string[]>();
  for (const localeTag of all) {
    const needed = localeRule?.neededBy?.(localeTag, sourceLocaleTag) ?? null;
    if (needed === null || all.has(needed)) continue;
    missing.set(needed, [...(missing.get(needed) ?? []), localeTag]);
  }
  return missing;
}

/** Returns a warning for each locale that the platform of a format does not support. */
export const warningsOfLocales = (
  { localeRule }: Ruled,
  localeTags: Iterable<string>,
): FileWarning[] =>
  [...new Set(localeTags)].flatMap((localeTag) => {
    const fault = localeRule?.faultOf?.(localeTag) ?? null;
    return fault === null ? [] : [{ path: '', ...fault }];
  });

/** Returns a warning for each locale whose file is missing. */
export const warningsOfMissing = (
  format: Ruled,
  localeTags: Iterable<string>,
  sourceLocaleTag: string,
): FileWarning[] =>
  [...missingLocales(format, localeTags, sourceLocaleTag)].map(([needed, others]) => ({
    path: '',
    code: 'fallback_missing',
    message: format.localeRule!.describeMissing!(needed, others),
  }));
