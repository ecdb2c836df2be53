import type { Config } from '@parlance/config';
import type { FileWarning, FileWarningCode } from '@parlance/formats';
import type { FoundFile } from '../documents/documents.ts';
import { findNeeded, findTwins, unknownLocales } from '../documents/locale-sets.ts';
import type { CheckFinding } from './check-text.ts';
import type { KeyFinding } from './part-checker.ts';
import type { Scope } from './scope.ts';

/**
 * Warnings of readers about content that the tool of the platform rejects (`error`), ignores or
 * changes (`warning`).
 */
const SEVERITIES: Partial<Record<FileWarningCode, CheckFinding['severity']>> = {
  empty_message: 'warning',
  name_not_dart: 'error',
  names_differ_in_case: 'warning',
  placeholder_undeclared: 'error',
  unescaped_apostrophe: 'error',
};

/** Returns a finding for a warning of a reader. Null if the platform accepts the content. */
export function findingOf(
  { code, message, path }: FileWarning,
  file: FoundFile,
): KeyFinding | null {
  const severity = SEVERITIES[code];
  if (severity === undefined || file.locale === null) return null;
  return { key: file.prefix + path, locale: file.locale, finding: { code, severity, message } };
}

/** Returns findings about the locales of files, which no single file shows. */
export function findingsOfLocales(
  config: Config,
  files: readonly FoundFile[],
  scope: Scope,
): CheckFinding[] {
  const needed = scope.isPart ? [] : findNeeded(config, files);
  return [
    ...unknownLocales(files.filter((file) => scope.hasFile(file))).map((one) => ({
      ...one,
      severity: one.code === 'locale_rejected' ? ('error' as const) : ('warning' as const),
    })),
    ...[...findTwins(config.source.locale, files)]
      .filter(([file]) => scope.hasFile(file))
      .map(([, twin]) => ({ ...twin, severity: 'error' as const })),
    ...needed.map(({ file: { path, locale }, message, stops }) => ({
      ...{ code: 'fallback_missing', severity: stops ? ('error' as const) : ('warning' as const) },
      ...{ message, file: path, locale },
    })),
  ];
}
