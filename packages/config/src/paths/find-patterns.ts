import type { FileFormatName } from '@parlance/contracts';
import { groupBy } from '../group-by.ts';
import { folderOf } from './folder-of.ts';
import { braced, type NamedFile, nameFile, sourceBeside, withoutSource } from './name-file.ts';

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
  /** Source locale of the project, if it is known. Defaults to `en`. */
  readonly sourceLocale?: string;
}

/**
 * Finds path patterns for locale files, in which a folder or file name contains the locale.
 * Patterns with more locales come first. A short name such as `it` may be an ordinary word, so a
 * pattern with a single locale needs further evidence.
 * @param namedFiles - The files of `paths` that `nameFile` has named. Most of the time is spent on naming them.
 */
export function findPatterns(
  paths: readonly string[],
  contents: FileContents,
  namedFiles: readonly NamedFile[] = paths.flatMap((path) => nameFile(path) ?? []),
): FoundPattern[] {
  const { sourceLocale = 'en' } = contents;
  const existing = new Set(paths);
  const named = withSources(settleWords(namedFiles, existing, sourceLocale), existing);
  const patterns = [...groupBy(joinFolders(joinStyles(named)), ({ pattern }) => pattern)].map(
    ([pattern, files]) => describe(pattern, files, contents),
  );
  const hasLocale = new Set(namedFiles.map(({ path }) => path));
  const templates = paths.filter((path) => isTemplate(path) && !hasLocale.has(path));
  const all = withTemplates(patterns, templates).sort(
    (a, b) => b.locales.length - a.locales.length || (a.path < b.path ? -1 : 1),
  );
  const folder = all[0] && folderOf(all[0].path);
  return all.filter(
    ({ path, source, locales }, index) =>
      index === 0 ||
      locales.length > 1 ||
      source !== undefined ||
      folderOf(path) === folder ||
      isLikeSource(locales[0], sourceLocale) ||
      OF_PLATFORM.test(path),
  );
}

/** True for the source locale and for English, whose codes are not ordinary words. */
const isLikeSource = (locale: string | undefined, sourceLocale: string): boolean =>
  locale === sourceLocale || locale === 'en' || locale?.startsWith('en-') === true;

/**
 * Matches path patterns that only one platform uses, such as Android's folders `values-<locale>`.
 */
const OF_PLATFORM = /\{-?locale:(?:android|apple)\}|\{[_.]locale|\/LC_MESSAGES\/|\.xcstrings$/;

/**
 * Corrects the names of files that end in a word instead of a locale. `sign_in.properties` is a source file if
 * `sign_in_de.properties` exists. It is also a source file if neither `sign.properties` nor other locales of `sign`
 * exist, unless its locale would be the source locale.
 */
function settleWords(
  named: readonly NamedFile[],
  paths: ReadonlySet<string>,
  sourceLocale: string,
): NamedFile[] {
  const ofPattern = groupBy(named, ({ pattern }) => pattern);
  const sources = new Set([...ofPattern.keys()].map(sourceBeside));
  return named.flatMap((file) => {
    const { path, pattern, locale, isWord } = file;
    const base = sourceBeside(pattern);
    if (base === null || paths.has(base)) return [file];
    if (sources.has(path)) return [];
    if (!isWord || ofPattern.get(pattern)!.length > 1 || locale === sourceLocale) return [file];
    return [{ path, pattern: withLocaleAtEnd(file), locale: '' }];
  });
}

/** Returns `sign_in{_locale:java}.properties` for the pattern `sign{_locale:java}.properties`. */
const withLocaleAtEnd = ({ path, pattern }: NamedFile): string => {
  const [placeholder] = /\{[-_.]locale(?::\w+)?\}/.exec(pattern)!;
  return braced(path).replace(/(\.\w+)$/, `${placeholder}$1`);
};

/** Names of bundles that are common enough to recognize a bundle without translations. */
const BUNDLE_NAME = /^(?:.*[_.-])?(?:messages|strings|texts|labels|translations|i18n)$/i;

/**
 * Adds the source files without a locale in their path: the source files of the patterns, and
 * bundles that have no translations yet.
 */
function withSources(named: readonly NamedFile[], paths: ReadonlySet<string>): NamedFile[] {
  const namedPaths = new Set(named.map(({ path }) => path));
  const sources = new Map<string, string>();
  const placeholders = new Map<string, string>();
  for (const { pattern } of named) {
    const path = sourceBeside(pattern);
    if (path !== null && paths.has(path) && !namedPaths.has(path)) sources.set(path, pattern);
    const placeholder = OF_BUNDLE.exec(pattern)?.[0];
    if (placeholder !== undefined) placeholders.set(folderOf(pattern), placeholder);
  }
  for (const path of paths) {
    const [, name, extension] = /([^/]*)\.(properties|resx)$/.exec(path) ?? [];
    if (extension === undefined || namedPaths.has(path) || sources.has(path)) continue;
    const usual = extension === 'resx' ? '{.locale}' : '{_locale:java}';
    const placeholder =
      placeholders.get(folderOf(path)) ?? (BUNDLE_NAME.test(name!) ? usual : null);
    if (placeholder?.endsWith(`${usual}.${extension}`) || placeholder === usual) {
      sources.set(path, `${braced(path.slice(0, -extension.length - 1))}${usual}.${extension}`);
    }
  }
  return [...named, ...[...sources].map(([path, pattern]) => ({ path, pattern, locale: '' }))];
}

/** Matches the end of a pattern for a bundle. Further bundles may be in the same folder. */
const OF_BUNDLE = /\{[_.]locale(?::java)?\}\.(?:properties|resx)$/;

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
  if (!pattern.includes('{namespace}')) {
    return { ...divideSource(pattern, files, contents), ...format, locales };
  }
  if (others.length === 0) {
    const path = pattern.replace('{namespace}', () => only!.replace(/[{}]/g, '$&$&'));
    return { path, ...format, locales };
  }
  const isShared = files.every((file) => contents.isOfRails(file));
  return { path: pattern, ...(isShared ? {} : { prefix: '{namespace}.' }), ...format, locales };
}

/**
 * Returns a path with a separate source file, if there is both a source file without a locale in its path and a file of
 * the source locale. Java projects have both, so that the machine's locale is not used as a fallback.
 */
function divideSource(
  pattern: string,
  files: readonly NamedFile[],
  { sourceLocale = 'en' }: FileContents,
): Pick<FoundPattern, 'path' | 'source'> {
  const source = files.find(({ locale }) => locale === '')?.path;
  const hasBoth = source !== undefined && files.some(({ locale }) => locale === sourceLocale);
  return hasBoth ? { path: withoutSource(pattern), source: braced(source) } : { path: pattern };
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
    const sourceIndex = found.findIndex(({ path }) =>
      isPot
        ? path.endsWith('.po') && isBeside(folderOf(path), folderOf(source))
        : path === `${stem}.{locale}.${extension}`,
    );
    if (sourceIndex !== -1) {
      found[sourceIndex] = { source, ...found[sourceIndex]! };
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
