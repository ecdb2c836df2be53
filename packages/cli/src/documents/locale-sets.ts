import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, groupBy } from '@parlance/config';
import { formatById, missingLocales, warningsOfLocales } from '@parlance/formats';
import type { Fault } from '../fault.ts';
import { type FoundFile, pathOf } from './documents.ts';

/** A file that a platform needs beside the files of other locales. */
export interface NeededFile {
  readonly file: FoundFile;
  readonly message: string;
}

/**
 * Returns the files that a platform needs beside the given files, and that do not exist. Files
 * belong together if they differ only in their locale.
 */
export function findNeeded(config: Config, files: readonly FoundFile[]): NeededFile[] {
  const ruled = files.filter(({ spec }) => formatById(spec.format)!.localeRule?.neededBy);
  const sets = groupBy(ruled, ({ spec, values }) =>
    JSON.stringify([config.files.indexOf(spec), values]),
  );
  return [...sets.values()].flatMap((set) => {
    const [{ spec, values, prefix }] = set as [FoundFile];
    const format = formatById(spec.format)!;
    const missing = missingLocales(
      format,
      set.flatMap(({ locale }) => locale ?? []),
    );
    return [...missing].flatMap(([locale, others]) => {
      const path = pathOf(config, spec, locale, values);
      if (existsSync(join(config.root, path))) return [];
      const message = format.localeRule!.describeMissing!(locale, others);
      return [{ file: { spec, values, prefix, locale, path }, message }];
    });
  });
}

/** Returns a warning for each file whose locale the platform of its format does not have. */
export const unknownLocales = (files: readonly FoundFile[]): (Fault & { locale: string })[] =>
  files.flatMap(({ spec, locale, path: file }) =>
    locale === null
      ? []
      : warningsOfLocales(formatById(spec.format)!, [locale]).map(({ code, message }) => ({
          ...{ code, message, file, locale },
        })),
  );
