import { readFileSync } from 'node:fs';
import { monoProgram, output, PYTHON, programPath, readBy, run, versionOf } from '../programs.ts';
import type { Reader, Shown, TestFile } from '../subject.ts';

type SymfonyFormat = 'yaml' | 'xliff' | 'po';

const JAVA = programPath('Read.java');
const RUBY = programPath('read.rb');
const PHP = programPath('read.php');

/** Creates a reader for a program that reads the names of files from its input and prints the texts of each file. */
const programReader = (
  name: string,
  version: () => string,
  command: string,
  ...args: string[]
): Reader => ({ name, version, read: async (files) => readBy(command, args, files) });

/** Creates a function that writes a file with a program, whose last arguments are the names of the files. */
const rewriteBy =
  (command: string, ...args: string[]) =>
  ({ path }: TestFile, to: string): Uint8Array => {
    output(command, [...args, path, to]);
    return readFileSync(to);
  };

export const pythonReader = (name: string, ...args: string[]): Reader => {
  const version = (): string => versionOf(PYTHON, '--version');
  return programReader(name, version, PYTHON, programPath('read_files.py'), ...args);
};

const javaReader = (name: string, mode: string): Reader =>
  programReader(name, () => output('java', [JAVA, 'version']).trim(), 'java', JAVA, mode);

export const resourceBundle: Reader = {
  ...javaReader('Java ResourceBundle', 'bundle'),
  rewrite: rewriteBy('java', JAVA, 'store'),
};
export const javaProperties = javaReader('Java Properties', 'latin1');
export const messageFormat = javaReader('java.text.MessageFormat', 'message');

const rubyReader = (name: string, ...args: string[]): Reader =>
  programReader(name, () => output('ruby', [RUBY, 'version']).trim(), 'ruby', RUBY, ...args);

export const psych = (separator: string): Reader => ({
  ...rubyReader('Psych', 'psych', separator),
  rewrite: rewriteBy('ruby', RUBY, 'dump'),
  // The program writes YAML 1.1, in which these characters are line breaks.
  miswrites: (name, text) => /[\u0085\u2028\u2029]/.test(name + text),
});
export const rubyI18n = rubyReader('Ruby I18n', 'i18n');

export const symfony = (format: SymfonyFormat): Reader => {
  const version = (): string => `PHP ${output('php', [PHP, 'version'])}`;
  return programReader(`Symfony ${format}`, version, 'php', PHP, format);
};

/** Creates a reader for Symfony that also writes files, as `translation:extract` does. */
export const symfonyWriter = (format: SymfonyFormat): Reader => ({
  ...symfony(format),
  rewrite: (file, to) => rewriteBy('php', PHP, 'dump', format, file.localeTag)(file, to),
  // Symfony writes 0o17 without quotes and reads it as 15. In YAML, it writes controls as !!binary, and does not escape
  // characters that YAML does not allow.
  miswrites: (name, text) =>
    /^(?:0o[0-7]+|[+-]?\.inf)$/.test(text) ||
    /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufffe\uffff]/.test(name + text),
});

const monoReader = (name: string, mode: string): Reader => ({
  name,
  version: () => versionOf('mono', '--version'),
  read: async (files) => readBy('mono', [monoProgram('Read.cs'), mode], files),
});

export const resxReader: Reader = {
  ...monoReader('Mono ResXResourceReader', 'resx'),
  rewrite: (file, to) => rewriteBy('mono', monoProgram('Read.cs'), 'write')(file, to),
};

/**
 * Reads the files that a compiler accepts in their compiled form.
 * @param compile - Compiles a file. Returns the error if it rejects the file
 */
export async function readCompiled(
  files: readonly TestFile[],
  extension: string,
  compile: (from: string, to: string) => string | null,
  { read }: Reader,
): Promise<Shown[]> {
  const all = files.map((file) => ({ ...file, path: `${file.path}.${extension}` }));
  const errors = files.map(({ path }, at) => compile(path, all[at]!.path));
  const shown = await read(all.filter((_, at) => errors[at] === null));
  return errors.map((error) => (error === null ? shown.shift()! : { error }));
}

const resourceReader = monoReader('Mono resgen', 'resources');

/** resgen compiles the files, and ResourceReader returns the texts. */
export const resgen: Reader = {
  ...resourceReader,
  read: (files) => readCompiled(files, 'resources', compileResources, resourceReader),
};

function compileResources(from: string, to: string): string | null {
  const { status, stderr, stdout } = run('resgen', [from, to]);
  return status === 0 ? null : stderr + stdout;
}

/** lrelease compiles the file, and lconvert prints the texts that a program would find. */
export const lrelease: Reader = {
  name: 'Qt lrelease',
  version: () => versionOf('lrelease', '-version'),
  read: async (files) => {
    const compiled = files.map(({ path, localeTag }) => {
      const [ts, qm, shown] = [`${path}.ts`, `${path}.qm`, `${path}.qm.ts`];
      output('lconvert', ['-i', path, '-o', ts]);
      output('lrelease', [ts, '-qm', qm]);
      output('lconvert', ['-i', qm, '-o', shown]);
      return { path: shown, localeTag };
    });
    return pythonReader('Qt', 'ts').read(compiled);
  },
};
