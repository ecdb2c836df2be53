import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CliError, EXIT } from '../fault.ts';
import type { Io } from '../io.ts';

type Workplace = Pick<Io, 'cwd'>;

/** Writes a file that the user names, and makes its folder if needed. @throws CliError */
export function writeOutput({ cwd }: Workplace, path: string, content: string | Uint8Array): void {
  const file = resolve(cwd, path);
  attempt(path, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  });
}

/**
 * Requires that a file can be written, before a command does work that costs something. Leaves an
 * existing file as it is, and leaves no folder that was not there.
 * @throws CliError
 */
export function requireWritable({ cwd }: Workplace, path: string): void {
  const file = resolve(cwd, path);
  attempt(path, () => {
    const found = statSync(file, { throwIfNoEntry: false });
    // A pipe would lose its reader.
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
