import type { FileFormat, FileWarning } from '../format.ts';

/**
 * Returns the locales for which the platform needs a file beside the files of the given locales,
 * and for each of them the locales that need it.
 */
export function missingLocales(
  { localeRule }: Pick<FileFormat, 'localeRule'>,
  localeTags: Iterable<string>,
): Map<string, string[]> {
  const all = new Set(localeTags);
  const missing = new Map<string, string[]>();
  for (const localeTag of all) {
    const needed = localeRule?.neededBy?.(localeTag) ?? null;
    if (needed === null || all.has(needed)) continue;
    missing.set(needed, [...(missing.get(needed) ?? []), localeTag]);
  }
  return missing;
}

/** Returns a warning for each locale that the platform of a format does not have. */
export const warningsOfLocales = (
  { localeRule }: Pick<FileFormat, 'localeRule'>,
  localeTags: Iterable<string>,
): FileWarning[] =>
  [...new Set(localeTags)].flatMap((localeTag) => {
    const message = localeRule?.faultOf?.(localeTag) ?? null;
    return message === null ? [] : [{ path: '', code: 'locale_not_in_store', message }];
  });

/** Returns a warning for each locale whose file is missing. */
export const warningsOfMissing = (
  format: Pick<FileFormat, 'localeRule'>,
  localeTags: Iterable<string>,
): FileWarning[] =>
  [...missingLocales(format, localeTags)].map(([needed, others]) => ({
    path: '',
    code: 'fallback_missing',
    message: format.localeRule!.describeMissing!(needed, others),
  }));
