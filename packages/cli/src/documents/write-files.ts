import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError, EXIT } from '../fault.ts';
import { hashOfFile } from './documents.ts';
import { requireInside } from './require-inside.ts';

export interface FileWrite {
  /** Path relative to the root, with `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Hash of the file's content when it was read. Null if the file did not exist. */
  readonly hash: string | null;
}

/**
 * Writes all files under temporary names and then renames them. Files are never incomplete, and an
 * error before the first rename changes nothing.
 * @throws CliError if a file has changed since it was read
 */
export function writeFiles(root: string, writes: readonly FileWrite[]): void {
  const temporary: string[] = [];
  try {
    for (const { path, bytes } of writes) {
      requireInside(root, path);
      mkdirSync(dirname(join(root, path)), { recursive: true });
      const beside = `${join(root, path)}.${randomBytes(6).toString('hex')}.tmp`;
      temporary.push(beside);
      writeNew(beside, bytes, modeOf(join(root, path)));
    }
    for (const { path, hash } of writes) requireUnchanged(root, path, hash);
    for (const [at, { path }] of writes.entries()) renameSync(temporary[at]!, join(root, path));
  } catch (error) {
    for (const path of temporary) rmSync(path, { force: true });
    throw error;
  }
}

function writeNew(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function modeOf(path: string): number {
  try {
    return statSync(path).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0o644;
    throw error;
  }
}

function requireUnchanged(root: string, path: string, hash: string | null): void {
  if (hashOfFile(root, path) === hash) return;
  const message = 'The file changed while the command ran. Nothing was written; run it again.';
  throw new CliError(EXIT.conflict, [{ code: 'file_changed', message, file: path }]);
}
