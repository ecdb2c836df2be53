import type { Config, MatchedFile } from '@parlance/config';
import { DeclaredPlurals } from '../documents/declared-plurals.ts';
import { readDocuments } from '../documents/documents.ts';
import { type Edit, hasLongLines, shapeOf, writeDocument } from '../documents/write-document.ts';
import { type FileWrite, writeFiles } from '../documents/write-files.ts';
import { type CheckOptions, checkDocuments } from './check-documents.ts';
import type { CheckContext } from './check-text.ts';

/** Edits of a file by locale and key name. */
type FileEdits = Map<string, Map<string, Edit>>;

/**
 * Writes the repairs that need no decision by the user into the files of the translations. If one
 * file cannot be written, writes none. @returns the number of translations
 */
export async function fixDocuments(
  config: Config,
  context: CheckContext,
  options: CheckOptions,
): Promise<number> {
  const byFile = new Map<MatchedFile, FileEdits>();
  let count = 0;
  const onRepair: CheckOptions['onRepair'] = (file, { key, locale, text }) => {
    const edits = byFile.get(file) ?? new Map<string, Map<string, Edit>>();
    const localeEdits = edits.get(locale) ?? new Map<string, Edit>();
    byFile.set(file, edits.set(locale, localeEdits.set(key.slice(file.prefix.length), { text })));
    count++;
  };
  await checkDocuments(config, context, { ...options, onRepair });
  const writes: FileWrite[] = [];
  for (const [file, edits] of byFile) {
    const [document] = await readDocuments(config, [file], context);
    const { path, hash } = document!;
    const bytes = await writeDocument(document!, edits, context, {
      shape: shapeOf(document!, context.keySeparator),
      poWrap: !hasLongLines(document!),
      plurals: new DeclaredPlurals([document!], context.sourceLocale),
      descriptions: new Map(),
      sources: new Map(),
      model: null,
      isRails: false,
    });
    writes.push({ path, bytes, hash });
  }
  writeFiles(config.root, writes);
  return count;
}
