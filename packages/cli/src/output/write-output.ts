import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CliError, EXIT } from '../fault.ts';
import type { Io } from '../io.ts';

type Workplace = Pick<Io, 'cwd'>;

/**
 * Writes a file that the user named. Creates its folder if necessary.
 * @throws CliError
 */
export function writeOutput({ cwd }: Workplace, path: string, content: string | Uint8Array): void {
  const file = resolve(cwd, path);
  attempt(path, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  });
}

/**
 * Requires that a file can be written, before a command does expensive work. Does not change an
 * existing file, and leaves no new folder.
 * @throws CliError
 */
export function requireWritable({ cwd }: Workplace, path: string): void {
  const file = resolve(cwd, path);
  attempt(path, () => {
    const found = statSync(file, { throwIfNoEntry: false });
    // Does not open other kinds of files: the reader of a pipe, for example, would see the end of the pipe.
    if (found && !found.isFile() && !found.isDirectory()) return;
    const made = mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a'));
    if (!found) rmSync(file);
    if (made !== undefined) rmSync(made, { recursive: true });
  });
}

function attempt(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const said = /^\w+: ([^,]+)/.exec(message)?.[1] ?? String(error);
    const reason = code === 'EEXIST' ? 'a part of its folder is a file' : said;
    throw new CliError(EXIT.usage, [
      { code: 'usage', message: `Cannot write ${file}: ${reason}.`, file },
    ]);
  }
}
