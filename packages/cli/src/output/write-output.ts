import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError, EXIT } from '../fault.ts';
import type { Io } from '../io.ts';

type Workplace = Pick<Io, 'cwd'>;

/** Writes a file that the user names. @throws CliError */
export function writeOutput({ cwd }: Workplace, path: string, content: string | Uint8Array): void {
  attempt(path, () => writeFileSync(resolve(cwd, path), content));
}

/**
 * Requires that a file can be written, before a command does work that costs something. Leaves an
 * existing file as it is.
 * @throws CliError
 */
export function requireWritable({ cwd }: Workplace, path: string): void {
  const file = resolve(cwd, path);
  attempt(path, () => {
    const found = statSync(file, { throwIfNoEntry: false });
    // A pipe would lose its reader.
    if (found && !found.isFile() && !found.isDirectory()) return;
    closeSync(openSync(file, 'a'));
    if (!found) rmSync(file);
  });
}

function attempt(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const reason = /^\w+: ([^,]+)/.exec((error as Error).message)?.[1] ?? String(error);
    throw new CliError(EXIT.usage, [
      { code: 'usage', message: `Cannot write ${file}: ${reason}.`, file },
    ]);
  }
}
