import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Library } from '@parlance/config';
import type { Call, Outcome } from '../command.ts';
import { hashOf, hashOfFile } from '../documents/documents.ts';
import { requireInside } from '../documents/require-inside.ts';
import { KEY_SEPARATOR, readSourceTexts } from '../documents/source-texts.ts';
import { writeFiles } from '../documents/write-files.ts';
import { EXIT, failUsage } from '../fault.ts';
import { count } from '../output/count.ts';
import { PROGRAM } from '../program.ts';
import { DEFAULT_NAMESPACE, declareTypes } from '../types/declarations.ts';
import { DECLARATIONS_FILE, folderOfParts, isGenerated } from '../types/declarations-file.ts';
import { splitTypes } from '../types/split-declarations.ts';

export async function run({ config: read, flags }: Call): Promise<Outcome> {
  const config = await read();
  const { root, types } = config;
  const { locale } = config.source;
  const library = (flags.text('for') ?? types?.for ?? 'plain') as Library;
  const file = flags.text('out') ?? types?.file ?? DECLARATIONS_FILE;
  const { all: texts, byNamespace } = await readSourceTexts(config);
  const source = {
    locale,
    keySeparator: KEY_SEPARATOR,
    byNamespace,
    defaultNamespace: defaultNamespaceOf(
      flags.text('default-namespace') ?? types?.defaultNamespace,
      library === 'i18next' ? [...(byNamespace?.keys() ?? [])] : [],
    ),
  };
  const files =
    flags.has('split') || types?.split === true
      ? splitTypes(library, texts, source, file)
      : new Map([[file, declareTypes(library, texts, source)]]);
  for (const path of files.keys()) requireInside(root, path);
  const writes = [...files].map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    hash: hashOfFile(root, path),
  }));
  const differing = writes.filter(({ bytes, hash }) => hash !== hashOf(bytes));
  const folder = folderOfParts(file);
  const stale = generatedIn(root, folder).filter((path) => !files.has(path));
  const changed = differing.length + stale.length > 0;
  const data = { file, library, keys: texts.size, files: files.size, changed };
  if (!changed) return { data, lines: [`${file} is up to date.`] };
  if (flags.has('check')) {
    return { data, lines: [describeOutdated(root, file, { flags, types })], exit: EXIT.no };
  }
  writeFiles(root, differing);
  for (const path of stale) rmSync(join(root, path));
  if (stale.length > 0 && readdirSync(join(root, folder)).length === 0)
    rmdirSync(join(root, folder));
  const where = files.size > 1 ? `${file} and ${count(files.size - 1, 'file')} of ${folder}` : file;
  const hint =
    library === 'i18next' && source.defaultNamespace === null
      ? ['No namespace is the default. Name that of your app with --default-namespace.']
      : [];
  return { data, lines: [`Wrote the types of ${count(texts.size, 'key')} to ${where}.`, ...hint] };
}

/**
 * Describes a file that `--check` found missing or out of date, with the command that writes it. The
 * file may have another name, if neither `--out` nor the configuration names it.
 */
function describeOutdated(
  root: string,
  file: string,
  { flags, types }: Pick<Call, 'flags'> & Pick<Config, 'types'>,
): string {
  const given = ['for', 'out', 'default-namespace'].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [` --${name} ${value}`];
  });
  const split = flags.has('split') ? ' --split' : '';
  const command = `${PROGRAM} types${given.join('')}${split}`;
  if (existsSync(join(root, file))) return `${file} is out of date. Run ${command}.`;
  const isNamed = (flags.text('out') ?? types?.file) !== undefined;
  const other = isNamed ? '' : ', or name your file in "types.file" of parlance.json';
  return `There is no ${file}. Run ${command} to write it${other}.`;
}

/**
 * Returns the namespace whose keys need no prefix in i18next. Null if nothing names it.
 * @throws CliError for a namespace that the files do not have
 */
function defaultNamespaceOf(
  named: string | undefined,
  namespaces: readonly string[],
): string | null {
  if (namespaces.length === 0) return named ?? null;
  if (named === undefined) {
    const [first, ...others] = namespaces;
    if (others.length === 0) return first!;
    return namespaces.includes(DEFAULT_NAMESPACE) ? DEFAULT_NAMESPACE : null;
  }
  if (namespaces.includes(named)) return named;
  return failUsage(`No namespace is named ${named}. The files have ${namespaces.join(', ')}.`);
}

/**
 * Returns the files in a folder that an earlier run generated. Outdated files must be removed,
 * because the compiler would read them too.
 */
function generatedIn(root: string, folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(join(root, folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  requireInside(root, folder);
  return names
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`)
    .filter((path) => isGenerated(readFileSync(join(root, path), 'utf8')));
}
