import { git, readObjects } from '../git.ts';

/** The files in git's index, which the next commit would contain. */
export interface Staged {
  readonly changed: ReadonlySet<string>;
  /** Content of the files by path. Files that git does not track are absent. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Reads files from git's index. Paths are relative to `root`, a folder in the repository. */
export function readStaged(root: string, paths: readonly string[]): Staged {
  const names = git(root, ['diff', '--cached', '--name-only', '--relative', '-z']).toString();
  const changed = new Set(names.split('\0').filter(Boolean));
  return { changed, bytes: readObjects(root, '', paths) };
}
