import type { FileFormatName } from '@parlance/contracts';
import { groupBy } from '../group-by.ts';
import { folderOf } from './folder-of.ts';
import { type NamedFile, nameFile, sourceBeside } from './name-file.ts';

/** A path pattern with the locales that it matches. */
export interface FoundPattern {
  path: string;
  /** File of the source locale, if the pattern does not match it. */
  source?: string;
  /** Format, if the extension does not tell it. */
  format?: FileFormatName;
  prefix?: string;
  /** Locales of the files. Empty for the source locale if its path contains no locale. */
  locales: string[];
}

/** Looks into files for what their paths do not tell. */
export interface FileContents {
  /** True for a YAML file with its locale as root key. */
  isOfRails(file: NamedFile): boolean;
  /** Returns the format of a file. Null if nothing tells it. */
  formatOf(path: string): string | null;
}

/**
 * Finds patterns of paths that contain a locale as the name of a file or folder, those with the most locales first. A
 * single name such as `it` may be an ordinary word. It counts only in the folders of the first path and in folders that
 * platforms prescribe.
 */
export function findPatterns(paths: readonly string[], contents: FileContents): FoundPattern[] {
  const named = withSources(
    paths.flatMap((path) => nameFile(path) ?? []),
    new Set(paths),
  );
  const patterns = [...groupBy(joinFolders(joinStyles(named)), ({ pattern }) => pattern)].map(
    ([pattern, files]) => describe(pattern, files, contents),
  );
  const templates = paths.filter((path) => nameFile(path) === null && isTemplate(path));
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

/** Patterns with a folder or a name that only platforms prescribe. */
const OF_PLATFORM = /\{-?locale:(?:android|apple)\}|\{[_.]locale|\/LC_MESSAGES\/|\.xcstrings$/;

/** Adds the files of the source locale whose names leave it out. */
function withSources(named: readonly NamedFile[], paths: ReadonlySet<string>): NamedFile[] {
  const patterns = new Set(named.map(({ pattern }) => pattern));
  const sources = [...patterns].flatMap((pattern) => {
    const path = sourceBeside(pattern);
    return path !== null && paths.has(path) ? [{ path, pattern, locale: '' }] : [];
  });
  return [...named, ...sources];
}

/** A language without a region has the same spelling in both styles: `de.po` goes with `pt_BR.po`. */
function joinStyles(files: readonly NamedFile[]): NamedFile[] {
  const patterns = new Set(files.map(({ pattern }) => pattern));
  return files.map((file) => {
    const pattern = file.pattern.replace('{locale}', '{locale:posix}');
    const isJoined = file.locale?.includes('-') === false && patterns.has(pattern);
    return isJoined ? { ...file, pattern } : file;
  });
}

const FOLDER_OF_LOCALE = /^(.+\/)([^/{}]+)(\/\{locale(?::\w+)?\}\.\w+)$/;

/**
 * Joins groups of files in different folders into one pattern, with a placeholder for the folder: `i18n/shop/de.json`
 * and `i18n/admin/de.json`.
 */
function joinFolders(files: readonly NamedFile[]): NamedFile[] {
  const shapeOf = ({ pattern }: NamedFile): string | null => {
    const [, parents, , rest] = FOLDER_OF_LOCALE.exec(pattern) ?? [];
    return parents === undefined ? null : `${parents}{namespace}${rest}`;
  };
  const groups = groupBy(files, shapeOf);
  return files.map((file) => {
    const shape = shapeOf(file);
    if (shape === null) return file;
    const patterns = new Set(groups.get(shape)!.map(({ pattern }) => pattern));
    const [, , namespace] = FOLDER_OF_LOCALE.exec(file.pattern)!;
    return patterns.size > 1 ? { ...file, pattern: shape, namespace: namespace! } : file;
  });
}

/**
 * A single namespace needs no prefix, because there is no other namespace to separate it from. Neither do files of
 * Rails.
 */
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

/** Returns the format of the files if it is not that of their extension. */
function formatIn(
  [first]: readonly NamedFile[],
  { formatOf }: FileContents,
): { format?: FileFormatName } {
  const { path } = first!;
  if (!path.endsWith('.json')) return {};
  const format = formatOf(path);
  return format === null || format === 'json' ? {} : { format: format as FileFormatName };
}

/** True for a source file without a locale in its name, in formats that have such files. */
const isTemplate = (path: string): boolean => /\.(?:pot|xlf|xliff)$/.test(path);

/** Adds the source file to its translations, such as `messages.xlf` to `messages.de.xlf`, or `app.pot` to `de.po`. */
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

/** True for the template's folder, and for a locale's folder inside it. */
const isBeside = (folder: string, ofTemplate: string): boolean =>
  folder === ofTemplate || folder.startsWith(`${ofTemplate}/{locale`);
