import { type Config, type FileSpec, hasSourceTexts } from '@parlance/config';
import { hasNamesAsMsgids } from '@parlance/formats';
import { type Document, findFiles, LIMITS, readDocuments } from '../../documents/documents.ts';
import type { ReadContext } from '../../documents/read-context.ts';
import { failUsage } from '../../fault.ts';

/**
 * Rejects keys whose names in gettext files are source texts, because only the program can change such names.
 * @throws CliError with the file that contains such a key, and for an invalid gettext file
 */
export async function requireKeyNames(
  config: Config,
  context: ReadContext,
  keys: ReadonlySet<string>,
): Promise<void> {
  const files = findFiles(config).filter(({ spec }) => spec.format === 'po');
  if (files.length === 0) return;
  const documents = await readDocuments(config, files, context);
  for (const document of documents) {
    const { path, prefix, rows, spec } = document;
    const row = rows.find(({ name }) => keys.has(prefix + name));
    if (row === undefined || (await hasNames(documents, spec, context))) continue;
    failUsage(
      'The file has the source text in place of a name (msgid). Edit the text in the program, extract it to the file and push. Nothing was renamed.',
      { file: path, path: prefix + row.name },
    );
  }
}

/** True if the `msgid`s of an entry of the configuration are key names, according to its source file. */
async function hasNames(
  documents: readonly Document[],
  spec: FileSpec,
  { keySeparator, sourceLocale }: ReadContext,
): Promise<boolean> {
  const source = documents.find((one) => one.spec === spec && hasSourceTexts(one, sourceLocale));
  if (source === undefined) return false;
  return hasNamesAsMsgids(source.bytes, {
    keySeparator,
    localeTags: [sourceLocale],
    sourceLocaleTag: sourceLocale,
    limits: LIMITS,
  });
}
