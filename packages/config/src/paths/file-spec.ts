import { formatByPath, type LocaleStyle } from '@parlance/formats';
import type { FileSpec } from '../config.ts';
import { FilePattern, type PathValues, PatternError } from '../pattern.ts';
import type { FileConfig } from '../schema.ts';

export interface SpecContext {
  readonly map: Readonly<Record<string, string>>;
  sourceLocale(): string;
}

type Faulty = (message: string, member: 'path' | 'source' | 'prefix') => never;

/**
 * Returns an entry of the configuration with its paths converted to patterns. If the entry is
 * invalid, calls `fault`, which throws an error.
 */
export function fileSpecOf(file: FileConfig, context: SpecContext, fault: Faulty): FileSpec {
  const format = file.format ?? (formatByPath(file.path)?.id as FileSpec['format'] | undefined);
  if (!format) return fault('has no known extension; add "format"', 'path');
  const pattern = patternOf(
    file.path,
    { ...context, written: format === 'arb' ? flutterStyle : undefined },
    (message) => fault(message, 'path'),
  );
  for (const name of placeholdersOf(file.prefix ?? '')) {
    if (!pattern.names.has(name)) {
      fault(`names {${name}}, which the path does not have`, 'prefix');
    }
  }
  if (!pattern.hasLocale && (format === 'json' || format === 'yaml')) {
    fault('needs {locale}: a file of this format has one locale', 'path');
  }
  const sourcePattern =
    file.source === undefined
      ? null
      : sourcePatternOf(file.source, pattern, (message) => fault(message, 'source'));
  return { ...file, format, pattern, sourcePattern };
}

/** Replaces gettext's spelling of locales, because Flutter reads `app_sr_Latn.arb` and not `app_sr@latin.arb`. */
const flutterStyle = (style: LocaleStyle): LocaleStyle => (style === 'posix' ? 'chrome' : style);

function patternOf(
  path: string,
  { map, sourceLocale, written }: SpecContext & { written?: typeof flutterStyle | undefined },
  fault: (message: string) => never,
): FilePattern {
  try {
    return new FilePattern(path, map, sourceLocale, written);
  } catch (error) {
    if (error instanceof PatternError) return fault(error.message);
    throw error;
  }
}

/**
 * Returns the path pattern of the source locale's file. The pattern must have all placeholders of
 * the pattern for translations except `{locale}`.
 */
function sourcePatternOf(
  path: string,
  { names, hasLocale }: FilePattern,
  fault: (message: string) => never,
): FilePattern {
  if (!hasLocale) return fault('needs {locale} in "path": the other file has the source locale');
  const pattern = patternOf(path, { map: {}, sourceLocale: () => '' }, fault);
  if (pattern.hasLocale) return fault('must not have {locale}: the file is that of one locale');
  const isSame =
    names.size === pattern.names.size && [...names].every((name) => pattern.names.has(name));
  return isSame ? pattern : fault('needs the placeholders and wildcards of "path" but {locale}');
}

/** A file that belongs to an entry of the configuration. */
export interface MatchedFile {
  readonly spec: FileSpec;
  readonly values: PathValues;
  /** Locale of the file. Null if the file contains several locales. */
  readonly locale: string | null;
  /** Path as in the configuration, with `/` as the separator. */
  readonly path: string;
  /** Prefix that is added to the file's key names in the project. */
  readonly prefix: string;
}

/**
 * Returns the properties of a path that matches an entry of the configuration. Returns null if the
 * path does not match.
 */
export function matchFile(spec: FileSpec, path: string, sourceLocale: string): MatchedFile | null {
  const template = spec.sourcePattern?.match(path);
  const match = template ?? spec.pattern.match(path);
  if (!match) return null;
  if (spec.sourcePattern && !template && match.locale === sourceLocale) return null;
  const locale = template ? sourceLocale : match.locale;
  return { ...match, locale, spec, path, prefix: keyPrefixOf(spec, match.values) };
}

/** True if a file contains source texts. Without such a file, the keys of its entry are unknown. */
export const hasSourceTexts = (
  { locale }: Pick<MatchedFile, 'locale'>,
  sourceLocale: string,
): boolean => locale === null || locale === sourceLocale;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the names of the placeholders in a key prefix, in order. */
export const placeholdersOf = (prefix: string): string[] =>
  [...prefix.matchAll(PLACEHOLDER)].map(([, name]) => name!);

/** Returns the key prefix of a file, with `values` in place of its placeholders. */
export const keyPrefixOf = (
  { prefix = '' }: Pick<FileSpec, 'prefix'>,
  values: PathValues,
): string => prefix.replace(PLACEHOLDER, (_, name: string) => values[name]!);

/** Returns the options for reading a file, from its path and the configuration. */
export const dialectOf = ({ path, spec }: Pick<MatchedFile, 'path' | 'spec'>) => ({
  isCompose: /(?:^|\/)composeResources\//.test(path),
  ...(spec.charset && { charset: spec.charset }),
});
