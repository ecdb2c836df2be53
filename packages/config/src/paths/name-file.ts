import { type LocaleStyle, readLocale } from '@parlance/formats';

/** A file and the pattern that matches its path. */
export interface NamedFile {
  path: string;
  pattern: string;
  /**
   * Locale in the path. Empty for a file of the source locale without a locale in its path. Null if
   * the file contains all locales.
   */
  locale: string | null;
  namespace?: string;
}

/** Folders that platforms prescribe for each locale. The file names in these folders are fixed. */
const FOLDERS: readonly { path: RegExp; style: LocaleStyle; start: string }[] = [
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
  {
    path: /^(.*_locales\/)([^/]+)(\/messages\.json)$/,
    style: 'chrome',
    start: '{locale:chrome}',
  },
];

/** Matches Android's files of the source locale, whose folder name contains no locale. */
const ANDROID_SOURCE = /^(.*\/)?values(\/(?:strings|plurals)\.xml)$/;

/**
 * File types in which the name of a translation ends with a separator and the locale. The names of
 * source files do not end with a locale.
 */
const BESIDE: readonly { ending: RegExp; joint: string; style: LocaleStyle }[] = [
  { ending: /\.properties$/, joint: '_', style: 'java' },
  { ending: /\.resx$/, joint: '.', style: 'bcp47' },
];

const STYLES = ['bcp47', 'posix'] as const;

/** Returns the pattern of a file. Null if its path contains no locale. */
export function nameFile(path: string): NamedFile | null {
  if (path.endsWith('.xcstrings')) return { path, pattern: braced(path), locale: null };
  const ofFolder = nameByFolder(path);
  if (ofFolder !== null) return ofFolder;
  const beside = nameBeside(path);
  if (beside !== undefined) return beside;
  if (/\.(?:xml|strings|stringsdict|pot)$/.test(path)) return null;
  const [, folder = '', stem, extension] = /^(.*\/)?([^/]*)(\.\w+)$/.exec(path)!;
  // A locale without a region is spelled alike in both. Flutter's files have `_` before a region.
  const styles = extension === '.arb' ? STYLES.toReversed() : STYLES;
  for (const style of styles) {
    const named =
      nameByStem(stem!, extension!, style) ?? nameByParent(folder, stem! + extension!, style);
    if (named === null) continue;
    const { folder: own = folder, ...rest } = named;
    return { path, ...rest, pattern: braced(own) + rest.pattern };
  }
  return null;
}

function nameByFolder(path: string): NamedFile | null {
  for (const { path: shape, style, start } of FOLDERS) {
    const [, parents = '', spelling, rest] = shape.exec(path) ?? [];
    const locale = spelling === undefined ? null : readLocale(spelling, style);
    if (locale !== null) return { path, pattern: braced(parents) + start + braced(rest!), locale };
  }
  const [, parents = '', rest] = ANDROID_SOURCE.exec(path) ?? [];
  return rest === undefined
    ? null
    : { path, pattern: `${braced(parents)}values{-locale:android}${rest}`, locale: '' };
}

/**
 * Returns the pattern of a file such as `messages_de_AT.properties` or `Strings.de.resx`. Returns
 * undefined for other file types.
 */
function nameBeside(path: string): NamedFile | null | undefined {
  const kind = BESIDE.find(({ ending }) => ending.test(path));
  if (kind === undefined) return undefined;
  const { ending, joint, style } = kind;
  const [extension] = ending.exec(path)!;
  const stem = path.slice(0, -extension.length);
  const start = stem.lastIndexOf('/') + 1;
  for (let at = stem.indexOf(joint, start + 1); at !== -1; at = stem.indexOf(joint, at + 1)) {
    const spelling = stem.slice(at + joint.length);
    const locale = readLocale(spelling, style);
    if (locale === null || !isSure(spelling)) continue;
    const placeholder = style === 'bcp47' ? `{${joint}locale}` : `{${joint}locale:${style}}`;
    return { path, pattern: braced(stem.slice(0, at)) + placeholder + extension, locale };
  }
  return null;
}

/**
 * Returns the path of the source file that belongs to a pattern such as `app{_locale}.properties`.
 * Returns null for a pattern whose locale is not optional.
 */
export function sourceBeside(pattern: string): string | null {
  const path = pattern.replace(/\{[_.]locale(?::\w+)?\}/, '');
  return path === pattern ? null : path.replace(/\{\{|\}\}/g, (brace) => brace[0]!);
}

interface Named extends Omit<NamedFile, 'path'> {
  /** Folder to which `pattern` is relative. Absent if this is the folder of the file. */
  folder?: string;
}

const placeholderOf = (style: 'bcp47' | 'posix'): string =>
  style === 'bcp47' ? '{locale}' : '{locale:posix}';

/**
 * Finds the locale in a file name, such as `de.json`, `messages.de.xlf` (Angular, Symfony),
 * `app_de.arb` (Flutter) or `shop-de_DE.po` (WordPress).
 */
function nameByStem(stem: string, extension: string, style: 'bcp47' | 'posix'): Named | null {
  const placeholder = placeholderOf(style);
  const own = readLocale(stem, style);
  if (own !== null) return { pattern: placeholder + extension, locale: own };
  const joints = JOINTS[extension];
  const [, namespace, joint, spelling] = (joints ?? BY_DOT).exec(stem) ?? [];
  const locale = spelling === undefined ? null : readLocale(spelling, style);
  if (locale === null || !isSure(spelling!)) return null;
  return {
    pattern: `{namespace}${joint}${placeholder}${extension}`,
    locale,
    namespace: namespace!,
  };
}

const BY_DOT = /^(.+)(\.)([^.]+)$/;
const JOINTS: Readonly<Record<string, RegExp>> = {
  '.arb': /^(.+?)([._])(.+)$/,
  '.po': /^(.+?)([.-])([a-z]{2,3}(?:_.+)?)$/,
};

/** False for a language code that may be an ordinary word, such as `app` in `tsconfig.app.json`. */
const isSure = (spelling: string): boolean =>
  /^[a-z]{2}(?:[-_].+)?$/.test(spelling) || /[-_]/.test(spelling);

/** Finds the locale in the name of the parent folder, such as `de/shop.json`. */
function nameByParent(folder: string, file: string, style: 'bcp47' | 'posix'): Named | null {
  const [, parents = '', spelling] = /^(.*\/)?([^/]+)\/$/.exec(folder) ?? [];
  const locale = spelling === undefined ? null : readLocale(spelling, style);
  if (locale === null) return null;
  const [, stem, extension] = /^(.*)(\.\w+)$/.exec(file)!;
  const pattern = `${placeholderOf(style)}/{namespace}${extension}`;
  return { folder: parents, pattern, locale, namespace: stem! };
}

/** Escapes a text for a path pattern by doubling its braces. */
const braced = (text: string): string => text.replace(/[{}]/g, '$&$&');
