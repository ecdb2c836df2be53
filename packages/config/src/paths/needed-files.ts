import { formatById, missingLocales } from '@parlance/formats';
import type { FileSpec } from '../config.ts';
import { groupBy } from '../group-by.ts';
import type { PathValues } from '../pattern.ts';
import type { MatchedFile } from './file-spec.ts';

/** Returns the path of a file of an entry. */
export const pathIn = (
  { pattern, sourcePattern }: FileSpec,
  {
    locale,
    values,
    sourceLocale,
  }: { locale: string | null; values: PathValues; sourceLocale: string },
): string =>
  sourcePattern && locale === sourceLocale
    ? sourcePattern.pathOf(null, values)
    : pattern.pathOf(locale, values);

/** A file that a platform needs in addition to the files of other locales. */
export interface NeededFile {
  readonly file: MatchedFile;
  readonly message: string;
  /** True if the platform's tool fails without the file. */
  readonly stops: boolean;
}

/**
 * Returns the missing files that a platform needs in addition to the given files. Files belong
 * together if they differ only in their locale.
 */
export function findNeeded(
  files: readonly MatchedFile[],
  { sourceLocale, exists }: { sourceLocale: string; exists(path: string): boolean },
): NeededFile[] {
  const ruled = files.filter(({ spec }) => formatById(spec.format)!.localeRule?.neededBy);
  const bySpec = groupBy(ruled, ({ spec }) => spec);
  const sets = [...bySpec.values()].flatMap((specFiles) => [
    ...groupBy(specFiles, ({ values }) => JSON.stringify(values)).values(),
  ]);
  return sets.flatMap((set) => {
    const [{ spec, values, prefix }] = set as [MatchedFile];
    const format = formatById(spec.format)!;
    const locales = set.flatMap(({ locale }) => locale ?? []);
    const missing = missingLocales(format, locales, sourceLocale);
    return [...missing].flatMap(([locale, others]) => {
      const path = pathIn(spec, { locale, values, sourceLocale });
      const { standInsOf, describeMissing, stops } = format.localeRule!;
      if ([path, ...(standInsOf?.(path) ?? [])].some(exists)) return [];
      const message = describeMissing!(locale, others);
      return [{ file: { spec, values, prefix, locale, path }, message, stops }];
    });
  });
}
