import { dialectOf } from '@parlance/config';
import { formatById, renameInFile } from '@parlance/formats';
import { type Document, LIMITS } from '../../documents/documents.ts';
import type { Workspace } from '../workspace.ts';

/** The files with the new names of keys that were renamed in the project. */
export interface RenamedEntries {
  /** The workspace after the renames in its files. It has the hashes of the unchanged files on disk. */
  readonly workspace: Workspace;
  /** New names of the keys that were renamed, by file. */
  readonly renamed: ReadonlyMap<Document, readonly string[]>;
}

/**
 * Renames keys in the files that the pull covers, so that their entries keep comments, attributes and positions. An
 * entry keeps its old name if its file cannot have the new name at the same position.
 */
export async function renameEntries(workspace: Workspace): Promise<RenamedEntries> {
  const after = new Map<Document, Document>();
  const renamed = new Map<Document, readonly string[]>();
  for (const document of workspace.documents) {
    const names = renamesIn(workspace, document);
    if (names.size === 0) continue;
    const next = await renameDocument(workspace, document, names);
    if (next === null) continue;
    after.set(document, next.document);
    renamed.set(next.document, next.names);
  }
  if (after.size === 0) return { workspace, renamed };
  const current = (document: Document): Document => after.get(document) ?? document;
  return {
    workspace: {
      ...workspace,
      documents: workspace.documents.map(current),
      documentOf: (locale, key) => {
        const document = workspace.documentOf(locale, key);
        return document && current(document);
      },
    },
    renamed,
  };
}

/** Returns new key names by old key names. Both are spelled as in the file. */
export function renamesIn(
  { renamed, selection }: Workspace,
  { path, prefix, rows }: Document,
): Map<string, string> {
  const renames = new Map<string, string>();
  if (renamed.size === 0 || !selection.hasFile(path)) return renames;
  const names = new Set(rows.map(({ name }) => name));
  for (const { name } of rows) {
    const key = prefix + name;
    const next = renamed.get(key);
    if (next === undefined || !next.startsWith(prefix) || next === prefix) continue;
    if (!selection.hasKey(key) && !selection.hasKey(next)) continue;
    const nameInFile = next.slice(prefix.length);
    if (!names.has(nameInFile)) renames.set(name, nameInFile);
  }
  return renames;
}

async function renameDocument(
  { context }: Workspace,
  document: Document,
  renames: ReadonlyMap<string, string>,
): Promise<{ document: Document; names: readonly string[] } | null> {
  const { bytes, locale, prefix, rows, spec } = document;
  const { keySeparator, sourceLocale } = context;
  const result = await renameInFile(formatById(spec.format)!, bytes, rows, renames, {
    keySeparator,
    localeTag: locale ?? sourceLocale,
    sourceLocaleTag: sourceLocale,
    limits: LIMITS,
    ...dialectOf(document),
  });
  if (result === null) return null;
  const names = [...result.renamed].map((name) => prefix + renames.get(name)!);
  return { document: { ...document, bytes: result.bytes, rows: result.rows }, names };
}
