import { readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type Config, type FileSpec, matchFile, nameFile } from '@parlance/config';
import type { Fault } from '../fault.ts';
import {
  type Document,
  findFiles,
  findPaths,
  foundFileOf,
  isStrayPseudo,
  textsOf,
} from './documents.ts';

/**
 * Returns the paths that would match the configuration if their locale were spelled as configured,
 * such as `pt_BR.json` instead of `pt-BR.json`.
 */
export function findUnread(config: Config, spec: FileSpec): string[] {
  const { pattern } = spec;
  if (!pattern.hasLocale) return [];
  const all = [...findPaths(config.root, spec)];
  return all.filter((path) => !foundFileOf(config, path) && pattern.looksLike(path)).sort();
}

/**
 * Returns a warning for each file that is ignored because its path spells the locale differently.
 */
export const unreadFiles = (config: Config): Fault[] =>
  config.files.flatMap((spec) =>
    findUnread(config, spec).map((file) => ({
      code: 'unread_file',
      file,
      message: `No locale is spelled so in "${spec.path}". See {locale:posix} and "locales.map".`,
    })),
  );

/** Returns the files of the source locale that are not read because `source` names another file. */
export const secondSources = (config: Config): string[] =>
  config.files.flatMap((spec) =>
    spec.sourcePattern === null
      ? []
      : [...findPaths(config.root, spec)].filter(
          (path) =>
            spec.pattern.match(path)?.locale === config.source.locale &&
            foundFileOf(config, path) === null,
        ),
  );

/** True if a path matches a pattern of an entry, even if the entry's `source` names another file. */
const isOf = (spec: FileSpec, path: string, sourceLocale: string): boolean =>
  spec.pattern.match(path) !== null || matchFile(spec, path, sourceLocale) !== null;

/**
 * Returns a note for each file of the source locale that is in a folder of configured files, has
 * their extension, and belongs to no entry. Such a file may have been added after `init`.
 */
export function newcomers(config: Config): Fault[] {
  const { locale } = config.source;
  const endings = new Map<string, Set<string>>();
  for (const { path } of findFiles(config)) {
    const folder = dirname(path);
    endings.set(folder, (endings.get(folder) ?? new Set()).add(extname(path)));
  }
  return [...endings].flatMap(([folder, folderEndings]) =>
    readdirSync(join(config.root, folder))
      .map((name) => join(folder, name))
      .filter((path) => folderEndings.has(extname(path)) && nameFile(path)?.locale === locale)
      .filter((path) => config.files.every((spec) => !isOf(spec, path, locale)))
      .map((file) => ({
        code: 'unread_file',
        level: 'note' as const,
        file,
        message: 'No entry of "files" takes it. `init --dry-run` shows one that does.',
      })),
  );
}

/**
 * Returns the pseudo-locales whose texts are left out, because neither the project nor the configuration contains them.
 */
export function strayPseudo(config: Config, documents: readonly Document[]): string[] {
  const ofPaths = config.files.flatMap((spec) =>
    [...findPaths(config.root, spec)].map(
      (path) => matchFile(spec, path, config.source.locale)?.locale,
    ),
  );
  const ofTexts = documents
    .filter(({ locale }) => locale === null)
    .flatMap((document) => [...textsOf(document).keys()]);
  return [...new Set([...ofPaths, ...ofTexts])].flatMap((locale) =>
    locale && isStrayPseudo(config, locale) ? locale : [],
  );
}
