import { type LocaleStyle, readLocale } from '@parlance/formats';
import { divideAtLocale } from '../pattern.ts';

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
  /** True if the spelling of the locale may be a word of the file's name, as in `sign_in`. */
  isWord?: boolean;
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
  const isBeside = BESIDE.some(({ ending }) => ending.test(path));
  const beside = nameBeside(path);
  if (beside !== null && !beside.isWord) return beside;
  if (/\.(?:xml|strings|stringsdict|pot)$/.test(path)) return null;
  const [, folder = '', stem, extension] = /^(.*\/)?([^/]*)(\.\w+)$/.exec(path)!;
  // A locale without a region is spelled the same in both styles. Flutter's files have `_` before a region.
  const styles = extension === '.arb' ? STYLES.toReversed() : STYLES;
  for (const style of styles) {
    const byStem = isBeside ? null : nameByStem(stem!, extension!, style);
    const named = chooseNamed(byStem, nameByParent(folder, stem! + extension!, style));
    if (named === null) continue;
    const { folder: localeFolder = folder, isWord: _, ...rest } = named;
    return { path, ...rest, pattern: braced(localeFolder) + rest.pattern };
  }
  return beside;
}

function nameByFolder(path: string): NamedFile | null {
  for (const { path: shape, style, start } of FOLDERS) {
    const [, parents = '', spelling, rest] = shape.exec(path) ?? [];
    const isBase = style === 'apple' && spelling === 'Base';
    const locale = spelling === undefined ? null : isBase ? '' : readLocale(spelling, style);
    if (locale !== null) return { path, pattern: braced(parents) + start + braced(rest!), locale };
  }
  const [, parents = '', rest] = ANDROID_SOURCE.exec(path) ?? [];
  return rest === undefined
    ? null
    : { path, pattern: `${braced(parents)}values{-locale:android}${rest}`, locale: '' };
}

/**
 * Returns the pattern of a file such as `messages_de_AT.properties` or `Strings.de.resx`. Returns
 * null for other files.
 */
function nameBeside(path: string): NamedFile | null {
  const kind = BESIDE.find(({ ending }) => ending.test(path));
  if (kind === undefined) return null;
  const { ending, joint, style } = kind;
  const [extension] = ending.exec(path)!;
  const start = path.lastIndexOf('/') + 1;
  const stem = path.slice(start, -extension.length);
  const divided = divideAtLocale(stem, joint, (spelling) =>
    isSure(spelling) ? readLocale(spelling, style) : null,
  );
  if (divided === null) return null;
  const placeholder = style === 'bcp47' ? `{${joint}locale}` : `{${joint}locale:${style}}`;
  const pattern = braced(path.slice(0, start) + divided.stem) + placeholder + extension;
  const isWord = WORDS.has(divided.spelling);
  return { path, pattern, locale: divided.locale, ...(isWord && { isWord }) };
}

/** Language codes that are also English words, with which the name of a bundle may end. */
const WORDS: ReadonlySet<string> = new Set(
  'ad ae am an as be by do go ha he hi ho id in io is it la lo me mi my no oh om or os pa pi so to ug us'.split(
    ' ',
  ),
);

/**
 * Returns the path of the source file that belongs to a pattern such as `app{_locale}.properties`.
 * Returns null for a pattern that has no file of this kind.
 */
export function sourceBeside(pattern: string): string | null {
  const path = pattern
    .replace(/\{[-_.]locale(?::\w+)?\}/, '')
    .replace('{locale:apple}.lproj', 'Base.lproj');
  return path === pattern ? null : path.replace(/\{\{|\}\}/g, (brace) => brace[0]!);
}

/** Returns the pattern for the translations only, such as `app_{locale}.properties`. */
export const withoutSource = (pattern: string): string =>
  pattern.replace(/\{([-_.])locale/, '$1{locale');

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
  const wholeStem = readLocale(stem, style);
  if (wholeStem !== null) return { pattern: placeholder + extension, locale: wholeStem };
  const { joints, isLocale } = ENDINGS[extension] ?? BY_DOT;
  for (const joint of joints) {
    const divided = divideAtLocale(stem, joint, (spelling) =>
      isLocale(spelling) ? readLocale(spelling, style) : null,
    );
    if (divided === null) continue;
    const pattern = `{namespace}${joint}${placeholder}${extension}`;
    const isWord = WORDS.has(divided.spelling);
    return { pattern, locale: divided.locale, namespace: divided.stem, isWord };
  }
  return null;
}

interface Ending {
  /** Characters that may separate the locale from the rest of the name. */
  joints: readonly string[];
  isLocale(spelling: string): boolean;
}

const BY_DOT: Ending = { joints: ['.'], isLocale: (spelling) => isSure(spelling) };
const ENDINGS: Readonly<Record<string, Ending>> = {
  '.arb': { joints: ['.', '_'], isLocale: (spelling) => isSure(spelling) },
  '.po': { joints: ['.', '-'], isLocale: (spelling) => /^[a-z]{2,3}(?:_.+)?$/.test(spelling) },
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

/**
 * Chooses between the locale in the file name and the locale in the folder name. If both are the
 * same, as in `de/models.de.yml`, the pattern contains both.
 */
function chooseNamed(byStem: Named | null, byParent: Named | null): Named | null {
  if (byStem === null || byParent === null) return byStem ?? byParent;
  if (byStem.locale === byParent.locale) {
    const [placeholder] = /^\{locale(?::\w+)?\}\//.exec(byParent.pattern)!;
    return { ...byStem, folder: byParent.folder!, pattern: placeholder + byStem.pattern };
  }
  return byStem.isWord ? byParent : byStem;
}

/** Escapes a text for a path pattern by doubling its braces. */
export const braced = (text: string): string => text.replace(/[{}]/g, '$&$&');
