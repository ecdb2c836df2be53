import { spawnSync } from 'node:child_process';
import { failUsage } from './fault.ts';

const MAX_BYTES = 2 ** 30;

/**
 * Runs git in a folder and returns its output.
 * @throws CliError with the message of git
 */
export function git(cwd: string, argv: readonly string[], input = ''): Buffer {
  const { error, status, stdout, stderr } = spawnSync('git', argv, {
    cwd,
    input,
    maxBuffer: MAX_BYTES,
  });
  if (error) failUsage(`git could not be run: ${error.message}`);
  if (status !== 0) failUsage(`git: ${stderr.toString().trim()}`);
  return stdout;
}

/**
 * Reads files from a commit, or from git's index if `ref` is empty. Paths are relative to `root`.
 * Omits files that git does not track.
 */
export function readObjects(
  root: string,
  ref: string,
  paths: readonly string[],
): Map<string, Uint8Array> {
  const input = paths.map((path) => `${ref}:./${path}\0`).join('');
  const answer = git(root, ['cat-file', '--batch', '-z'], input);
  const bytes = new Map<string, Uint8Array>();
  let at = 0;
  for (const path of paths) {
    const end = answer.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    bytes.set(path, answer.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return bytes;
}
