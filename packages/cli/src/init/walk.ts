import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSkippedName } from '@parlance/config';

const MAX_DEPTH = 6;

/**
 * Yields the paths of the files and folders below `root` that `isWanted` accepts. Skips
 * dependencies and hidden folders.
 */
export function* walk(
  root: string,
  isWanted: (entry: Dirent) => boolean,
  folder = '',
  depth = 0,
): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (isSkippedName(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isWanted(entry)) yield path;
    if (entry.isDirectory() && depth < MAX_DEPTH) yield* walk(root, isWanted, path, depth + 1);
  }
}
