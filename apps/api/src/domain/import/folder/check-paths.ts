import { type Fault, LIMITS } from '@parlance/contracts';
import type { FolderFile } from './folder-file.ts';

/** Maximum number of folders in a path, plus one for the file. */
const MAX_DEPTH = 33;

/**
 * Returns files with their paths in NFC, and the faults of paths that programs could take for others: outside of the
 * folder, absolute, with a backslash, or the same as another one.
 */
export function checkPaths(files: readonly FolderFile[]): { files: FolderFile[]; faults: Fault[] } {
  const checked = files.map(({ path, read }) => ({ path: path.normalize('NFC'), read }));
  const paths = new Set<string>();
  const faults: Fault[] = [];
  const add = (path: string, message: string): void => {
    faults.push({ path, file: path, message });
  };
  for (const { path } of checked) {
    const message = paths.has(path) ? 'occurs twice' : faultOf(path);
    if (message === null) paths.add(path);
    else add(path, message);
  }
  for (const path of paths) {
    const folder = parentsOf(path).find((parent) => paths.has(parent));
    if (folder !== undefined) add(path, `is in the folder ${folder}, which is also a file`);
  }
  return { files: checked, faults };
}

function faultOf(path: string): string | null {
  if (path === '') return 'has no name';
  if (path.length > LIMITS.filePathLength) {
    return `has more than ${LIMITS.filePathLength} characters`;
  }
  if (path.split('/').length > MAX_DEPTH) return `is in more than ${MAX_DEPTH - 1} folders`;
  if (/\p{Cc}/u.test(path)) return 'has a control character in its name';
  if (path.includes('\\')) return 'has a backslash in its name; separate folders with a slash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is an absolute path';
  if (path.split('/').includes('..')) return 'leads out of the folder';
  if (path.split('/').some((name) => name === '' || name === '.')) {
    return 'has a folder without a name';
  }
  return null;
}

const parentsOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
