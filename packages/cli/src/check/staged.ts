import { spawnSync } from 'node:child_process';
import { failUsage } from '../fault.ts';

const MAX_BYTES = 2 ** 30;

/** The files of git's index: what a commit would hold. */
export interface Staged {
  /** Paths that differ from the last commit. */
  readonly changed: ReadonlySet<string>;
  /** Bytes by path. A file that git does not know has none. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Reads files from the index of the repository that `root` is in. Paths are relative to `root`. */
export function readStaged(root: string, paths: readonly string[]): Staged {
  const names = git(root, ['diff', '--cached', '--name-only', '--relative', '-z']).toString();
  const changed = new Set(names.split('\0').filter(Boolean));
  const input = paths.map((path) => `:./${path}\0`).join('');
  const answer = git(root, ['cat-file', '--batch', '-z'], input);
  const bytes = new Map<string, Uint8Array>();
  let at = 0;
  for (const path of paths) {
    const end = answer.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    bytes.set(path, answer.subarray(at, at + Number(size)));
    // A line end follows each file.
    at += Number(size) + 1;
  }
  return { changed, bytes };
}

function git(cwd: string, argv: readonly string[], input = ''): Buffer {
  const { error, status, stdout, stderr } = spawnSync('git', argv, {
    ...{ cwd, input, maxBuffer: MAX_BYTES },
  });
  if (error) failUsage(`git could not be run: ${error.message}`);
  if (status !== 0) failUsage(`git: ${stderr.toString().trim()}`);
  return stdout;
}
