import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLocale } from '@parlance/formats';

const MAX_DEPTH = 6;
const SKIPPED = /^(node_modules|dist|build|target|vendor|coverage|\..*)$/;
const LOCALE_FILE = /\.(json|ya?ml|xliff|xlf|po|strings|stringsdict|xml)$/;

/** A path pattern and the locales that it finds. */
export interface FoundPattern {
  path: string;
  prefix?: string;
  locales: string[];
}

/** Finds paths in which a file or folder is named as a locale, most locales first. */
export function findLocaleFiles(root: string): FoundPattern[] {
  const found = new Map<string, Set<string>>();
  for (const path of walk(root, '', 0)) {
    const pattern = patternOf(path);
    if (!pattern) continue;
    const locales = found.get(pattern.path) ?? new Set();
    locales.add(pattern.locale);
    found.set(pattern.path, locales);
  }
  return [...found]
    .map(([path, locales]) => ({
      path,
      locales: [...locales].sort(),
      ...(path.includes('{namespace}') ? { prefix: '{namespace}.' } : {}),
    }))
    .sort((a, b) => b.locales.length - a.locales.length || (a.path < b.path ? -1 : 1));
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

function folderPatternOf(path: string): { path: string; locale: string } | null {
  for (const { path: shape, style, start } of FOLDERS) {
    const [, parents = '', spelling, rest] = shape.exec(path) ?? [];
    const locale = spelling === undefined ? null : readLocale(spelling, style);
    if (locale !== null) return { path: `${parents}${start}${rest}`, locale };
  }
  return null;
}

/** `src/de.json` and `src/de/shop.json`: the name of the file is the locale, or that of its folder. */
function patternOf(path: string): { path: string; locale: string } | null {
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
    return { path: [...parents, placeholder, `{namespace}${extension}`].join('/'), locale: folder };
  }
  return null;
}
