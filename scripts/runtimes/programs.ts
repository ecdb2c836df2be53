import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shown, TestFile } from './subject.ts';

const OUTPUT_BYTES = 1024 ** 3;
/** Debian's Python. It has Debian's Babel even if another Python is first in the PATH. */
export const PYTHON = '/usr/bin/python3';

export const programPath = (name: string): string =>
  fileURLToPath(new URL(`programs/${name}`, import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(command: string, args: readonly string[], input = ''): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    input,
    maxBuffer: OUTPUT_BYTES,
    env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONIOENCODING: 'utf-8' },
  });
  // A program that exits early has not read all its input.
  if (error && !error.message.includes('EPIPE'))
    throw new Error(`${command} does not run: ${error.message}`);
  return { status, stdout, stderr };
}

/** Runs a program and returns its output. Throws if the program fails. */
export function output(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = run(command, args, input);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} fails: ${stderr}${stdout}`);
  return stdout;
}

/** Runs a program that reads the names of files from its input and prints the texts of each file. */
export function readBy(
  command: string,
  args: readonly string[],
  files: readonly TestFile[],
): Shown[] {
  const names = files.map(({ path }) => `${path}\n`).join('');
  const shown: Shown[] = JSON.parse(output(command, args, names));
  if (shown.length !== files.length) throw new Error(`${command} reads ${shown.length} files`);
  return shown;
}

const compiled = new Map<string, string>();

/** Compiles a program for Mono once per run. Returns the path of the result. */
export function monoProgram(name: string): string {
  const path = compiled.get(name) ?? join(tmpdir(), `parlance-${process.pid}-${name}.exe`);
  if (!compiled.has(name)) {
    output('mcs', ['-r:System.Windows.Forms.dll', `-out:${path}`, programPath(name)]);
  }
  compiled.set(name, path);
  return path;
}

/** Returns the first version number in the program's output. */
export const versionOf = (command: string, ...args: string[]): string => {
  const { stdout, stderr } = run(command, args);
  return /\d[\w.]*(?:[+-][\w.+-]*)?/.exec(stdout + stderr)?.[0] ?? 'unknown';
};

/** Returns the version of an installed Debian package, without its epoch. */
export const debianVersion = (name: string): string => {
  const lines = output('dpkg-query', ['--status', name]);
  return /^Version: (?:\d+:)?(\S+)$/m.exec(lines)![1]!;
};
