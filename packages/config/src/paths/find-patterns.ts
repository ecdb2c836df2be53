import type { FileFormatName } from '@parlance/contracts';
import { groupBy } from '../group-by.ts';
import { folderOf } from './folder-of.ts';
import { type NamedFile, nameFile, sourceBeside } from './name-file.ts';

export interface FoundPattern {
  path: string;
  /** Path of the source locale's file. Absent if `path` matches this file. */
  source?: string;
  /** Format of the files. Absent if their extension determines the format. */
  format?: FileFormatName;
  prefix?: string;
  /** Locales of the files. A file without a locale in its path adds no locale. */
  locales: string[];
}

/** Functions that read the content of a file to determine its properties. */
export interface FileContents {
  /** True for a YAML file whose root key names the locale of the file, as in Rails. */
  isOfRails(file: NamedFile): boolean;
  /** Returns the format of a file. Null if its content does not show the format. */
  formatOf(path: string): string | null;
}

/**
 * Finds path patterns for locale files, in which a folder or file name contains the locale.
 * Patterns with more locales come first. A short name such as `it` may be an ordinary word, so a
 * pattern with a single locale needs further evidence.
 * @param own - The files of `paths` that `nameFile` has named. Most of the time is spent on naming them.
 */
export function findPatterns(
  paths: readonly string[],
  contents: FileContents,
  own: readonly NamedFile[] = paths.flatMap((path) => nameFile(path) ?? []),
): FoundPattern[] {
  const named = withSources(own, new Set(paths));
  const patterns = [...groupBy(joinFolders(joinStyles(named)), ({ pattern }) => pattern)].map(
    ([pattern, files]) => describe(pattern, files, contents),
  );
  const hasLocale = new Set(own.map(({ path }) => path));
  const templates = paths.filter((path) => isTemplate(path) && !hasLocale.has(path));
  const all = withTemplates(patterns, templates).sort(
    (a, b) => b.locales.length - a.locales.length || (a.path < b.path ? -1 : 1),
  );
  const folder = all[0] && folderOf(all[0].path);
  return all.filter(
    ({ path, source, locales }, at) =>
      at === 0 ||
      locales.length > 1 ||
      source !== undefined ||
      folderOf(path) === folder ||
      OF_PLATFORM.test(path),
  );
}

/**
 * Matches path patterns that only one platform uses, such as Android's folders `values-<locale>`.
 */
const OF_PLATFORM = /\{-?locale:(?:android|apple)\}|\{[_.]locale|\/LC_MESSAGES\/|\.xcstrings$/;

function withSources(named: readonly NamedFile[], paths: ReadonlySet<string>): NamedFile[] {
  const patterns = new Set(named.map(({ pattern }) => pattern));
  const sources = [...patterns].flatMap((pattern) => {
    const path = sourceBeside(pattern);
    return path !== null && paths.has(path) ? [{ path, pattern, locale: '' }] : [];
  });
  return [...named, ...sources];
}

function joinStyles(files: readonly NamedFile[]): NamedFile[] {
  const patterns = new Set(files.map(({ pattern }) => pattern));
  return files.map((file) => {
    const pattern = file.pattern.replace('{locale}', '{locale:posix}');
    const isJoined = file.locale?.includes('-') === false && patterns.has(pattern);
    return isJoined ? { ...file, pattern } : file;
  });
}

const FOLDER_OF_LOCALE = /^(.+\/)([^/{}]+)(\/\{locale(?::\w+)?\}\.\w+)$/;

function joinFolders(files: readonly NamedFile[]): NamedFile[] {
  const shapeOf = ({ pattern }: NamedFile): string | null => {
    const [, parents, , rest] = FOLDER_OF_LOCALE.exec(pattern) ?? [];
    return parents === undefined ? null : `${parents}{namespace}${rest}`;
  };
  const isJoined = new Map(
    [...groupBy(files, shapeOf)].map(([shape, group]) => [
      shape,
      new Set(group.map(({ pattern }) => pattern)).size > 1,
    ]),
  );
  return files.map((file) => {
    const shape = shapeOf(file);
    if (shape === null || isJoined.get(shape) !== true) return file;
    const [, , namespace] = FOLDER_OF_LOCALE.exec(file.pattern)!;
    return { ...file, pattern: shape, namespace: namespace! };
  });
}

function describe(
  pattern: string,
  files: readonly NamedFile[],
  contents: FileContents,
): FoundPattern {
  const locales = [...new Set(files.flatMap(({ locale }) => locale ?? []))].sort();
  const format = formatIn(files, contents);
  const [only, ...others] = new Set(files.map(({ namespace }) => namespace ?? ''));
  if (!pattern.includes('{namespace}')) return { path: pattern, ...format, locales };
  if (others.length === 0) {
    const path = pattern.replace('{namespace}', () => only!.replace(/[{}]/g, '$&$&'));
    return { path, ...format, locales };
  }
  const isShared = files.every((file) => contents.isOfRails(file));
  return { path: pattern, ...(isShared ? {} : { prefix: '{namespace}.' }), ...format, locales };
}

/**
 * Returns the format of the files if their extension does not determine it. The file of a new locale
 * may be empty, and translations for FormatJS may be plain texts, so any locale may show the format.
 */
function formatIn(
  files: readonly NamedFile[],
  { formatOf }: FileContents,
): { format?: FileFormatName } {
  for (const { path, namespace } of files) {
    if (!path.endsWith('.json')) return {};
    if (namespace !== files[0]!.namespace) continue;
    const format = formatOf(path);
    if (format !== null && format !== 'json') return { format: format as FileFormatName };
  }
  return {};
}

/** True for a type of files that may contain source texts although the file name contains no locale. */
const isTemplate = (path: string): boolean => /\.(?:pot|xlf|xliff)$/.test(path);

/**
 * Adds the file of the source locale to the pattern of its translations. For example,
 * `messages.xlf` belongs to `messages.de.xlf`, and `app.pot` to `de.po`.
 */
function withTemplates(
  patterns: readonly FoundPattern[],
  templates: readonly string[],
): FoundPattern[] {
  const found = patterns.filter(({ path }) => !path.endsWith('.pot'));
  for (const source of templates) {
    const [, stem, extension] = /^(.*)\.(\w+)$/.exec(source)!;
    const isPot = extension === 'pot';
    const own = found.findIndex(({ path }) =>
      isPot
        ? path.endsWith('.po') && isBeside(folderOf(path), folderOf(source))
        : path === `${stem}.{locale}.${extension}`,
    );
    if (own !== -1) {
      found[own] = { source, ...found[own]! };
      continue;
    }
    const folder = folderOf(source) === '.' ? '' : `${folderOf(source)}/`;
    const path = isPot ? `${folder}{locale:posix}.po` : `${stem}.{locale}.${extension}`;
    found.push({ path, source, locales: [] });
  }
  return found;
}

/**
 * True if a translation is in the folder of the source file, or in a subfolder named by its locale.
 */
const isBeside = (folder: string, ofTemplate: string): boolean =>
  folder === ofTemplate || folder.startsWith(`${ofTemplate}/{locale`);
