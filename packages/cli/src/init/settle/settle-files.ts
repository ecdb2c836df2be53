import { isUtf8 } from 'node:buffer';
import { type Config, type FileConfig, type FileSpec, fileSpecOf, groupBy } from '@parlance/config';
import { type Document, findFiles, readBytes, readDocuments } from '../../documents/documents.ts';
import { CliError, failUsage } from '../../fault.ts';
import { compiledFrom } from './compiled.ts';
import type { Entry } from './entry.ts';
import { joinBundles } from './join-bundles.ts';
import { givePrefixes } from './prefixes.ts';

export interface Settled {
  readonly files: readonly FileConfig[];
  readonly documents: readonly Document[];
  /** Sentences about files that the entries leave out. */
  readonly lines: readonly string[];
}

/**
 * Corrects entries so that `push` accepts them: adds prefixes for files with the same keys, sets the encoding of the
 * files, and leaves out compiled files. Ignores unreadable files, because `push` reports them.
 */
export async function settleFiles(
  root: string,
  found: readonly (FileConfig & { readonly locales?: unknown })[],
  options: Omit<SettledFolder, 'root'>,
): Promise<Settled> {
  const place = { root, ...options };
  const files = found.map(({ locales: _, ...file }) => withCharset(file, place));
  const entries: Entry[] = [];
  const lines: string[] = [];
  for (const file of withoutOverlap(files, place, lines)) {
    entries.push({ file, documents: await readEntry(file, place) });
  }
  const sources = entries.filter((entry) => {
    const source = compiledFrom(entry, entries);
    if (source === null) return true;
    lines.push(`${entry.file.path} is left out: ${source}.`);
    return false;
  });
  const joined = joinBundles(givePrefixes(sources), (file) => pathsOf(file, place));
  return { files: joined, documents: sources.flatMap(({ documents }) => documents), lines };
}

interface SettledFolder {
  readonly root: string;
  readonly sourceLocale: string;
  readonly map: Readonly<Record<string, string>>;
}

const specOf = (file: FileConfig, { sourceLocale, map }: SettledFolder): FileSpec =>
  fileSpecOf(file, { map, sourceLocale: () => sourceLocale }, (message, member) =>
    failUsage(message, { path: `${file.path}: ${member}` }),
  );

const configOf = (file: FileConfig, place: SettledFolder): Config => ({
  root: place.root,
  file: '',
  files: [specOf(file, place)],
  source: { locale: place.sourceLocale },
});

const pathsOf = (file: FileConfig, place: SettledFolder): string[] =>
  findFiles(configOf(file, place)).map(({ path }) => path);

/**
 * Leaves out an entry that covers a file of an earlier entry, because a file must not belong to two
 * entries. If this leaves a file without an entry, adds a sentence to `lines`.
 */
function withoutOverlap(
  files: readonly FileConfig[],
  place: SettledFolder,
  lines: string[],
): FileConfig[] {
  const owned = new Set<string>();
  return files.filter((file) => {
    const paths = pathsOf(file, place);
    const others = paths.filter((path) => !owned.has(path));
    if (others.length === paths.length) {
      for (const path of paths) owned.add(path);
      return true;
    }
    if (others.length > 0) {
      const names = others.join(', ');
      lines.push(`${file.path} is left out, with ${names}: another entry covers its other files.`);
    }
    return false;
  });
}

/** Reads the files of an entry. Omits invalid files. */
async function readEntry(file: FileConfig, place: SettledFolder): Promise<Document[]> {
  const config = configOf(file, place);
  const context = { keySeparator: '.', sourceLocale: place.sourceLocale };
  const documents: Document[] = [];
  for (const one of findFiles(config)) {
    try {
      documents.push(...(await readDocuments(config, [one], context)));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  return documents;
}

/**
 * Sets ISO-8859-1 as the encoding of `.properties` files that are not UTF-8. If there are files of
 * both encodings, leaves the error to `push`, because one of the files would be misread.
 */
function withCharset(file: FileConfig, place: SettledFolder): FileConfig {
  if (!file.path.endsWith('.properties')) return file;
  const config = configOf(file, place);
  const kinds = groupBy(findFiles(config), (file) => encodingOf(readBytes(config, file)));
  const isLatin1 = kinds.has('iso-8859-1') && !kinds.has('utf-8');
  return isLatin1 ? { ...file, charset: 'iso-8859-1' } : file;
}

function encodingOf(bytes: Uint8Array): 'ascii' | 'utf-8' | 'iso-8859-1' {
  if (bytes.every((byte) => byte < 0x80)) return 'ascii';
  return isUtf8(bytes) ? 'utf-8' : 'iso-8859-1';
}
