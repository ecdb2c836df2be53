import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { detectFormat, HEAD_BYTES, readLocale } from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';
import { groupBy } from '../lists.ts';
import { type NamedFile, nameFile, sourceBeside } from './name-file.ts';

const MAX_DEPTH = 6;
const SKIPPED = /^(node_modules|dist|build|target|vendor|coverage|\..*)$/;
const LOCALE_FILE =
  /\.(json|arb|ya?ml|xliff|xlf|pot?|strings|stringsdict|xcstrings|properties|resx|resw|xml)$/;

/** A path pattern, with the locales for which files match it. */
export interface FoundPattern {
  path: string;
  /** Path of the source locale's file, if the pattern does not match that file. */
  source?: string;
  /** Format, if the extension does not tell it. */
  format?: FileFormatName;
  prefix?: string;
  /**
   * Locales of the files. Empty if the only file is in the source locale and its path contains no
   * locale.
   */
  locales: string[];
}

/**
 * Finds path patterns with a locale as the name of a file or folder. Patterns with the most locales
 * come first. If only one name matches, such as `it`, it may be an ordinary word. It is then
 * accepted only in the folders of the first pattern and in folders that platforms prescribe.
 */
export function findLocaleFiles(root: string): FoundPattern[] {
  const paths = [...walk(root, '', 0)];
  const named = withSources(
    paths.flatMap((path) => nameFile(path) ?? []),
    new Set(paths),
  );
  const patterns = [...groupBy(joinFolders(joinStyles(named)), ({ pattern }) => pattern)].map(
    ([pattern, files]) => describe(root, pattern, files),
  );
  const templates = paths.filter((path) => nameFile(path) === null && isTemplate(path));
  const all = withTemplates(patterns, templates).sort(
    (a, b) => b.locales.length - a.locales.length || (a.path < b.path ? -1 : 1),
  );
  const folder = all[0] && dirname(all[0].path);
  return all.filter(
    ({ path, source, locales }, at) =>
      at === 0 ||
      locales.length > 1 ||
      source !== undefined ||
      dirname(path) === folder ||
      OF_PLATFORM.test(path),
  );
}

/** Patterns with a folder or a name that only platforms prescribe. */
const OF_PLATFORM = /\{-?locale:(?:android|apple)\}|\{[_.]locale|\/LC_MESSAGES\/|\.xcstrings$/;

function* walk(root: string, folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (SKIPPED.test(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) yield* walk(root, path, depth + 1);
    } else if (LOCALE_FILE.test(entry.name)) yield path;
  }
}

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
 * Joins files in different folders into one pattern with a placeholder for the folder, such as
 * `i18n/shop/de.json` and `i18n/admin/de.json`.
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
 * Adds no key prefix for a single namespace, because there is no other namespace. Rails files need
 * no prefix either.
 */
function describe(root: string, pattern: string, files: readonly NamedFile[]): FoundPattern {
  const locales = [...new Set(files.flatMap(({ locale }) => locale ?? []))].sort();
  const format = formatIn(root, files);
  const [only, ...others] = new Set(files.map(({ namespace }) => namespace ?? ''));
  if (!pattern.includes('{namespace}')) return { path: pattern, ...format, locales };
  if (others.length === 0) {
    const path = pattern.replace('{namespace}', () => only!.replace(/[{}]/g, '$&$&'));
    return { path, ...format, locales };
  }
  const isShared = files.every((file) => isOfRails(root, file));
  return { path: pattern, ...(isShared ? {} : { prefix: '{namespace}.' }), ...format, locales };
}

/** Returns the format of the files if their content tells another one than their extension. */
function formatIn(root: string, [first]: readonly NamedFile[]): { format?: FileFormatName } {
  const { path } = first!;
  if (!path.endsWith('.json')) return {};
  const head = readFileSync(join(root, path)).subarray(0, HEAD_BYTES);
  const format = detectFormat({ path, head });
  return format === null || format === 'json' ? {} : { format: format as FileFormatName };
}

/** True for a YAML file with its locale as root key. Rails merges all such files, so their keys are distinct. */
function isOfRails(root: string, { path, locale }: NamedFile): boolean {
  if (!/\.ya?ml$/.test(path) || locale === null) return false;
  const text = readFileSync(join(root, path), 'utf8');
  const key = /^["']?([\w-]+)["']?:[ \t]*(?:#.*)?$/m.exec(text)?.[1];
  return key !== undefined && readLocale(key.replaceAll('_', '-'), 'bcp47') === locale;
}

/** True for a source file whose name contains no locale, in formats that have such files. */
const isTemplate = (path: string): boolean => /\.(?:pot|xlf|xliff)$/.test(path);

/**
 * Adds source files to the patterns of their translations, such as `messages.xlf` to
 * `messages.de.xlf`, or `app.pot` to `de.po`.
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
        ? path.endsWith('.po') && isBeside(dirname(path), dirname(source))
        : path === `${stem}.{locale}.${extension}`,
    );
    if (own !== -1) {
      found[own] = { source, ...found[own]! };
      continue;
    }
    const folder = dirname(source) === '.' ? '' : `${dirname(source)}/`;
    const path = isPot ? `${folder}{locale:posix}.po` : `${stem}.{locale}.${extension}`;
    found.push({ path, source, locales: [] });
  }
  return found;
}

/** True if a folder is the folder of the template, or the folder of a locale inside it. */
const isBeside = (folder: string, ofTemplate: string): boolean =>
  folder === ofTemplate || folder.startsWith(`${ofTemplate}/{locale`);
