import type { DirectoryDropItem, FileDropItem } from 'react-aria-components';
import { type FolderContent, hasType, isSkippedFolder } from '../../lib/folder/folder-content.ts';

type DroppedEntry = DirectoryDropItem | FileDropItem;

/** Reads the files with one of the types, from dropped folders and among the other dropped files. */
export async function readDropped(
  entries: readonly DroppedEntry[],
  types: readonly string[],
): Promise<FolderContent> {
  const files: [path: string, file: File][] = [];
  for (const entry of entries) {
    for await (const found of filesIn(entry, '', types)) files.push(found);
  }
  return { name: entries[0]?.name ?? '', files: Object.fromEntries(files) };
}

async function* filesIn(
  entry: DroppedEntry,
  folder: string,
  types: readonly string[],
): AsyncGenerator<[path: string, file: File]> {
  const path = folder + entry.name;
  if (entry.kind === 'file') {
    if (hasType(entry.name, types)) yield [path, await entry.getFile()];
  } else if (!isSkippedFolder(entry.name)) {
    for await (const inner of entry.getEntries()) yield* filesIn(inner, `${path}/`, types);
  }
}
