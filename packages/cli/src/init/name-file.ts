import { type LocaleStyle, readLocale } from '@parlance/formats';

/** A file and the pattern that it fits, with what stands for the parts of the pattern. */
export interface NamedFile {
  path: string;
  pattern: string;
  /** Empty for the source locale, which the path leaves out; null if the file has all locales. */
  locale: string | null;
  namespace?: string;
}

/** Folders that platforms give the files of a locale. Their files keep their names. */
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

/** Android's texts of the source locale, whose folder names no locale. */
const ANDROID_SOURCE = /^(.*\/)?values(\/(?:strings|plurals)\.xml)$/;

/** Returns the pattern of a file; null if its path names no locale. */
export function nameFile(path: string): NamedFile | null {
  if (path.endsWith('.xcstrings')) return { path, pattern: braced(path), locale: null };
  const ofFolder = nameByFolder(path);
  if (ofFolder !== null) return ofFolder;
  // Other XML files, and other folders of Apple's texts, are no locale files.
  if (/\.(?:xml|strings|stringsdict|pot)$/.test(path)) return null;
  const [, folder = '', stem, extension] = /^(.*\/)?([^/]*)(\.\w+)$/.exec(path)!;
  for (const style of ['bcp47', 'posix'] as const) {
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

interface Named extends Omit<NamedFile, 'path'> {
  /** Folder before the pattern, if it is not that of the file. */
  folder?: string;
}

const placeholderOf = (style: 'bcp47' | 'posix'): string =>
  style === 'bcp47' ? '{locale}' : '{locale:posix}';

/** `de.json`, `messages.de.xlf` of Angular and Symfony, `app_de.arb` of Flutter, `shop-de_DE.po` of WordPress. */
function nameByStem(stem: string, extension: string, style: 'bcp47' | 'posix'): Named | null {
  const placeholder = placeholderOf(style);
  const own = readLocale(stem, style);
  if (own !== null) return { pattern: placeholder + extension, locale: own };
  const joints = extension === '.arb' ? /^(.+?)([._])(.+)$/ : JOINTS[extension];
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
const JOINTS: Readonly<Record<string, RegExp>> = { '.po': /^(.+?)([.-])([a-z]{2,3}(?:_.+)?)$/ };

/** A word such as `app` in `tsconfig.app.json` is the code of a language, too. */
const isSure = (spelling: string): boolean =>
  /^[a-z]{2}(?:[-_].+)?$/.test(spelling) || /[-_]/.test(spelling);

/** `de/shop.json`: the folder has the name of the locale. */
function nameByParent(folder: string, file: string, style: 'bcp47' | 'posix'): Named | null {
  const [, parents = '', spelling] = /^(.*\/)?([^/]+)\/$/.exec(folder) ?? [];
  const locale = spelling === undefined ? null : readLocale(spelling, style);
  if (locale === null) return null;
  const [, stem, extension] = /^(.*)(\.\w+)$/.exec(file)!;
  const pattern = `${placeholderOf(style)}/{namespace}${extension}`;
  return { folder: parents, pattern, locale, namespace: stem! };
}

/** Returns the text of a path for a pattern, which has each brace twice. */
const braced = (text: string): string => text.replace(/[{}]/g, '$&$&');
