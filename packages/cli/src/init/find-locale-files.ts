import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { readLocale } from '@parlance/formats';

const MAX_DEPTH = 6;
const SKIPPED = /^(node_modules|dist|build|target|vendor|coverage|\..*)$/;
const LOCALE_FILE = /\.(json|ya?ml|xliff|xlf|po|strings|stringsdict|xml)$/;

/** A path pattern and the locales that it finds. */
export interface FoundPattern {
  path: string;
  prefix?: string;
  /** An empty one is the source locale, which the path leaves out. */
  locales: string[];
}

/**
 * Finds paths in which a file or folder is named as a locale, most locales first. One locale alone may be a word such
 * as `it`: it counts in the folders of the first path and in those that platforms name.
 */
export function findLocaleFiles(root: string): FoundPattern[] {
  const found = new Map<string, { locales: Set<string>; namespaces: Set<string> }>();
  for (const path of walk(root, '', 0)) {
    const pattern = patternOf(path);
    if (!pattern) continue;
    const own = found.get(pattern.path) ?? { locales: new Set(), namespaces: new Set() };
    own.locales.add(pattern.locale);
    own.namespaces.add(pattern.namespace ?? '');
    found.set(pattern.path, own);
  }
  const all = [...found]
    .map(([path, own]) => ({ ...describe(path, own.namespaces), locales: [...own.locales].sort() }))
    .sort((a, b) => b.locales.length - a.locales.length || (a.path < b.path ? -1 : 1));
  const folder = all[0] && dirname(all[0].path);
  return all.filter(
    ({ path, locales }, at) =>
      at === 0 || locales.length > 1 || dirname(path) === folder || OF_PLATFORM.test(path),
  );
}

/** A single namespace needs no prefix, which would keep it apart from others. */
function describe(
  path: string,
  namespaces: ReadonlySet<string>,
): { path: string; prefix?: string } {
  if (!path.includes('{namespace}')) return { path };
  const [only, ...others] = namespaces;
  if (others.length > 0) return { path, prefix: '{namespace}.' };
  return { path: path.replace('{namespace}', only!.replace(/[{}]/g, '$&$&')) };
}

function* walk(root: string, folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (SKIPPED.test(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) yield* walk(root, path, depth + 1);
    } else if (LOCALE_FILE.test(entry.name)) yield path;
  }
}

/** Folders that platforms give the files of a locale. Their files keep their names. */
const FOLDERS = [
  {
    path: /^(.*\/)?values-([^/]+)(\/[^/]+\.xml)$/,
    style: 'android',
    start: 'values{-locale:android}',
  },
  {
    path: /^(.*\/)?([^/]+)\.lproj(\/[^/]+\.strings(?:dict)?)$/,
    style: 'apple',
    start: '{locale:apple}.lproj',
  },
  {
    path: /^(.*\/)?([^/]+)(\/LC_MESSAGES\/[^/]+\.po)$/,
    style: 'posix',
    start: '{locale:posix}',
  },
] as const;

/** Android's texts of the source locale, whose folder names no locale. */
const ANDROID_SOURCE = /^(.*\/)?values(\/(?:strings|plurals)\.xml)$/;

/** Patterns with such a folder. */
const OF_PLATFORM = /\{-?locale:(?:android|apple)\}|\/LC_MESSAGES\//;

function folderPatternOf(path: string): { path: string; locale: string } | null {
  for (const { path: shape, style, start } of FOLDERS) {
    const [, parents = '', spelling, rest] = shape.exec(path) ?? [];
    const locale = spelling === undefined ? null : readLocale(spelling, style);
    if (locale !== null) return { path: `${parents}${start}${rest}`, locale };
  }
  const [, parents = '', rest] = ANDROID_SOURCE.exec(path) ?? [];
  return rest === undefined
    ? null
    : { path: `${parents}values{-locale:android}${rest}`, locale: '' };
}

/** `src/de.json` and `src/de/shop.json`: the name of the file is the locale, or that of its folder. */
function patternOf(path: string): { path: string; locale: string; namespace?: string } | null {
  const ofFolder = folderPatternOf(path);
  if (ofFolder !== null) return ofFolder;
  const segments = path.split('/');
  const file = segments.at(-1)!;
  // Other XML files, and other folders of Apple's texts, are no locale files.
  if (/\.(?:xml|strings|stringsdict)$/.test(file)) return null;
  const [, stem, extension] = /^(.*)(\.\w+)$/.exec(file)!;
  for (const style of ['bcp47', 'posix'] as const) {
    const placeholder = style === 'bcp47' ? '{locale}' : '{locale:posix}';
    const own = readLocale(stem!, style);
    if (own !== null) {
      return { path: [...segments.slice(0, -1), placeholder + extension].join('/'), locale: own };
    }
    const folder = segments.length < 2 ? null : readLocale(segments.at(-2)!, style);
    if (folder === null) continue;
    const parents = segments.slice(0, -2);
    return {
      path: [...parents, placeholder, `{namespace}${extension}`].join('/'),
      locale: folder,
      namespace: stem!,
    };
  }
  return null;
}
