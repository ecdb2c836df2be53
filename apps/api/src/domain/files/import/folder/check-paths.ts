import type { Fault } from '@parlance/contracts';
import { faultOfPath } from '../../../kernel/index.ts';
import type { FolderFile } from './folder-file.ts';

/**
 * Normalizes paths to Unicode NFC. Returns errors for unsafe paths: absolute paths, paths that
 * leave the folder, paths with a backslash, and duplicates.
 */
export function checkPaths(files: readonly FolderFile[]): { files: FolderFile[]; faults: Fault[] } {
  const checked = files.map((file) => ({ ...file, path: file.path.normalize('NFC') }));
  const paths = new Set<string>();
  const faults: Fault[] = [];
  const add = (path: string, message: string): void => {
    faults.push({ path, file: path, message });
  };
  for (const { path } of checked) {
    const message = paths.has(path) ? 'occurs twice' : faultOfPath(path);
    if (message === null) paths.add(path);
    else add(path, message);
  }
  for (const path of paths) {
    const folder = parentsOf(path).find((parent) => paths.has(parent));
    if (folder !== undefined) add(path, `is in the folder ${folder}, which is also a file`);
  }
  return { files: checked, faults };
}

const parentsOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
