import type { Config } from '@parlance/config';
import { failUsage } from '../fault.ts';
import { findFiles, readDocuments, textsOf } from './documents.ts';

/** Separator for nested files, the default of a project. */
export const KEY_SEPARATOR = '.';

/** Source texts under the names that the program uses, by namespace and all together. */
export interface SourceTexts {
  /** Texts by their names in the project. */
  readonly all: Map<string, string>;
  /**
   * Texts by namespace, which is a placeholder in the files' path. Without such a placeholder, the namespace is empty.
   */
  readonly byNamespace: Map<string, Map<string, string>>;
}

/** Reads the texts of the source locale from the files. @throws CliError if no file contains any */
export async function readSourceTexts(config: Config): Promise<SourceTexts> {
  const { locale } = config.source;
  const files = findFiles(config).filter((one) => one.locale === null || one.locale === locale);
  if (files.length === 0) {
    failUsage(`No file has the texts of ${locale}. Correct "files" or "sourceLocale".`, {
      file: config.file,
    });
  }
  const context = { keySeparator: KEY_SEPARATOR, sourceLocale: locale };
  const documents = await readDocuments(config, files, context);
  const all = new Map<string, string>();
  const byNamespace = new Map<string, Map<string, string>>();
  for (const document of documents) {
    const namespace = Object.values(document.values).filter(Boolean).join('/');
    const own = byNamespace.get(namespace) ?? new Map<string, string>();
    byNamespace.set(namespace, own);
    for (const [key, text] of textsOf(document).get(locale) ?? []) {
      all.set(key, text);
      own.set(key.slice(document.prefix.length), text);
    }
  }
  return { all, byNamespace };
}
