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
  /** True if the tool of the platform stops without the file. */
  readonly stops: boolean;
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
    const locales = set.flatMap(({ locale }) => locale ?? []);
    const missing = missingLocales(format, locales, config.source.locale);
    return [...missing].flatMap(([locale, others]) => {
      const path = pathOf(config, spec, locale, values);
      const { standInsOf, describeMissing, stops } = format.localeRule!;
      const enough = [path, ...(standInsOf?.(path) ?? [])];
      if (enough.some((one) => existsSync(join(config.root, one)))) return [];
      const message = describeMissing!(locale, others);
      return [{ file: { spec, values, prefix, locale, path }, message, stops }];
    });
  });
}

/**
 * Returns an error for each file whose locale another file of its entry has in another spelling. The
 * source locale is left out, because its file may have no locale in its path.
 */
export function findTwins(sourceLocale: string, files: readonly FoundFile[]): Map<FoundFile, Twin> {
  const twins = new Map<FoundFile, Twin>();
  const translations = files.filter(({ locale }) => locale !== null && locale !== sourceLocale);
  for (const group of groupBy(translations, ({ locale, values }) =>
    JSON.stringify([locale, values]),
  ).values()) {
    const first = new Map<FoundFile['spec'], FoundFile>();
    for (const file of group) {
      const { spec, locale, path } = file;
      const twin = first.get(spec);
      if (twin === undefined) first.set(spec, file);
      else twins.set(file, { ...describeTwin(twin), file: path, locale: locale! });
    }
  }
  return twins;
}

export type Twin = Fault & { locale: string };

function describeTwin({ path, locale, spec }: FoundFile): Pick<Fault, 'code' | 'message'> {
  const { repeated } = formatById(spec.format)!.localeRule ?? {};
  const rule = repeated === undefined ? '' : `; ${repeated}`;
  const message = `${path} is a file of ${locale}, too: keep one of them${rule}`;
  return { code: 'locale_repeated', message };
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
