import { git, readObjects } from '../git.ts';

/** The files in git's index, as a commit would contain them. */
export interface Staged {
  /** Paths that differ from the last commit. */
  readonly changed: ReadonlySet<string>;
  /** Bytes by path. A file outside of git has none. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Reads files from the index of the repository that contains `root`. Paths are relative to `root`. */
export function readStaged(root: string, paths: readonly string[]): Staged {
  const names = git(root, ['diff', '--cached', '--name-only', '--relative', '-z']).toString();
  const changed = new Set(names.split('\0').filter(Boolean));
  return { changed, bytes: readObjects(root, '', paths) };
}
