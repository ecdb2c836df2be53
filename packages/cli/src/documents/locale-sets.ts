import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  findNeeded as findNeededFiles,
  groupBy,
  type MatchedFile,
} from '@parlance/config';
import { formatById, warningKind, warningsOfLocales } from '@parlance/formats';
import type { Fault } from '../fault.ts';
import { sayWarning } from './file-warnings.ts';

/** Returns the missing files that a platform needs in addition to the given files. */
export const findNeeded = (
  { root, source }: Config,
  files: readonly MatchedFile[],
): ReturnType<typeof findNeededFiles> =>
  findNeededFiles(files, {
    sourceLocale: source.locale,
    exists: (path) => existsSync(join(root, path)),
  });

/**
 * Returns an error for each file if another file of its entry has the same locale in another
 * spelling. Skips the source locale, because its file may have no locale in its path.
 */
export function findTwins(
  sourceLocale: string,
  files: readonly MatchedFile[],
): Map<MatchedFile, Twin> {
  const twins = new Map<MatchedFile, Twin>();
  const translations = files.filter(({ locale }) => locale !== null && locale !== sourceLocale);
  for (const group of groupBy(translations, ({ locale, values }) =>
    JSON.stringify([locale, values]),
  ).values()) {
    const first = new Map<MatchedFile['spec'], MatchedFile>();
    for (const file of group) {
      const { spec, locale, path } = file;
      const twin = first.get(spec);
      if (twin === undefined) first.set(spec, file);
      else twins.set(file, { ...describeTwin(twin), file: path, locale: locale! });
    }
  }
  return twins;
}

export type Twin = Fault & { locale: string };

function describeTwin({ path, locale, spec }: MatchedFile): Pick<Fault, 'code' | 'message'> {
  const { repeated } = formatById(spec.format)!.localeRule ?? {};
  const rule = repeated === undefined ? '' : `; ${repeated}`;
  const message = `${path} is a file of ${locale}, too: keep one of them${rule}`;
  return { code: 'locale_repeated', message };
}

/** Returns a finding for each file whose locale the platform of its format does not support. */
const unknownLocales = (files: readonly MatchedFile[]): LocaleFinding[] =>
  files.flatMap(({ spec, locale, path: file }) =>
    locale === null
      ? []
      : warningsOfLocales(formatById(spec.format)!, [locale]).map(({ code, message }) => ({
          ...sayWarning({ code, message }),
          file,
          locale,
          severity: severityIf(warningKind(code).level === 'error'),
        })),
  );

export type LocaleFinding = Fault & { locale: string | null; severity: 'error' | 'warning' };

const severityIf = (isError: boolean): LocaleFinding['severity'] => (isError ? 'error' : 'warning');

interface Told {
  /** Returns true for a file about which findings are wanted. By default, findings about all files are wanted. */
  readonly isTold?: (file: MatchedFile) => boolean;
  /** False to omit findings about missing files. Defaults to true. */
  readonly isWhole?: boolean;
}

/** Returns findings about the locales of files that only several files together can show. */
export const findingsOfLocales = (
  config: Config,
  files: readonly MatchedFile[],
  { isTold = () => true, isWhole = true }: Told = {},
): LocaleFinding[] => [
  ...unknownLocales(files.filter(isTold)),
  ...[...findTwins(config.source.locale, files)]
    .filter(([file]) => isTold(file))
    .map(([, twin]) => ({ ...twin, severity: 'error' as const })),
  ...(isWhole ? findNeeded(config, files) : []).map(
    ({ file: { path, locale }, message, stops }) => ({
      code: 'fallback_missing',
      message,
      file: path,
      locale,
      severity: severityIf(stops),
    }),
  ),
];

/** True if the platform needs the file of a locale in addition to the files of other locales, even without texts. */
export const isNeeded = (
  files: readonly MatchedFile[],
  locale: string,
  sourceLocale: string,
): boolean =>
  findNeededFiles(
    files.filter((file) => file.locale !== locale),
    { sourceLocale, exists: () => false },
  ).some(({ file }) => file.locale === locale);
