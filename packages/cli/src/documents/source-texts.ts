import type { Config } from '@parlance/config';
import { failUsage } from '../fault.ts';
import { findFiles, readDocuments, textsOf } from './documents.ts';

/** Default separator of a project between the segments of a key name. */
export const KEY_SEPARATOR = '.';

export interface SourceTexts {
  readonly all: Map<string, string>;
  /**
   * Texts by the value of `{namespace}` in the path of their file. The value is empty if the path
   * has no such placeholder.
   */
  readonly byNamespace: Map<string, Map<string, string>>;
  /** Prefixes that the program may omit, such as the prefix of the namespace, by key. */
  readonly prefixes: Map<string, string>;
}

/**
 * Reads the source texts from the files.
 * @throws CliError if no file contains source texts
 */
export async function readSourceTexts(config: Config): Promise<SourceTexts> {
  const { locale } = config.source;
  const files = findFiles(config).filter((file) => file.locale === null || file.locale === locale);
  if (files.length === 0) {
    failUsage(`No file has the texts of ${locale}. Correct "files" or "sourceLocale".`, {
      file: config.file,
    });
  }
  const context = { keySeparator: KEY_SEPARATOR, sourceLocale: locale };
  const documents = await readDocuments(config, files, context);
  const all = new Map<string, string>();
  const byNamespace = new Map<string, Map<string, string>>();
  const prefixes = new Map<string, string>();
  for (const document of documents) {
    const namespace = Object.values(document.values).filter(Boolean).join('/');
    const namespaceTexts = byNamespace.get(namespace) ?? new Map<string, string>();
    byNamespace.set(namespace, namespaceTexts);
    for (const [key, text] of textsOf(document).get(locale) ?? []) {
      all.set(key, text);
      prefixes.set(key, document.prefix);
      namespaceTexts.set(key.slice(document.prefix.length), text);
    }
  }
  return { all, byNamespace, prefixes };
}
