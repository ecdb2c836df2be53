import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, programPath, readBy, run, versionOf } from '../programs.ts';
import type { Reader, Shown, TestFile } from '../subject.ts';

let compiled: string | undefined;

/** Compiles the reader once per run. */
function program(): string {
  if (compiled !== undefined) return compiled;
  const to = join(tmpdir(), `parlance-read-${process.pid}.exe`);
  output('mcs', ['-r:System.Windows.Forms.dll', `-out:${to}`, programPath('Read.cs')]);
  compiled = to;
  return to;
}

const monoVersion = (): string => versionOf('mono', '--version');

export const resxReader: Reader = {
  name: 'Mono ResXResourceReader',
  version: monoVersion,
  read: async (files) => readBy('mono', [program(), 'resx'], files),
  rewrite({ path }, to) {
    output('mono', [program(), 'write', path, to]);
    return readFileSync(to);
  },
};

/** resgen compiles the files, and ResourceReader returns the texts. */
export const resgen: Reader = {
  name: 'Mono resgen',
  version: monoVersion,
  read: async (files) => {
    const built: TestFile[] = [];
    const errors = files.map(({ path, localeTag }): string | null => {
      const { status, stderr, stdout } = run('resgen', [path, `${path}.resources`]);
      if (status !== 0) return stderr + stdout;
      built.push({ path: `${path}.resources`, localeTag });
      return null;
    });
    const shown = readBy('mono', [program(), 'resources'], built);
    let next = 0;
    return errors.map((error): Shown => (error === null ? shown[next++]! : { error }));
  },
};
