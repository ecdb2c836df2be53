import type { Config, FileSpec } from '@parlance/config';
import type { Fault } from '../fault.ts';
import { findPaths, foundFileOf } from './documents.ts';

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
      ...{ code: 'unread_file', file },
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
