import type { Config } from '../config/config.ts';
import { failUsage } from '../fault.ts';
import { findFiles, readDocuments, textsOf } from './documents.ts';

/** Nested files are read with this separator, as in a project with the default settings. */
export const KEY_SEPARATOR = '.';

/** Reads the texts of the source locale from the files. @throws CliError if no file has them */
export async function readSourceTexts(config: Config): Promise<Map<string, string>> {
  const { locale } = config.source;
  const files = findFiles(config).filter((one) => one.locale === null || one.locale === locale);
  if (files.length === 0) {
    failUsage(`No file has the texts of ${locale}. Correct "files" or "sourceLocale".`, {
      file: config.file,
    });
  }
  const context = { keySeparator: KEY_SEPARATOR, sourceLocale: locale };
  const documents = await readDocuments(config, files, context);
  return new Map(documents.flatMap((one) => [...(textsOf(one).get(locale) ?? [])]));
}
