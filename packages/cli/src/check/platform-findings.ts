import type { MatchedFile } from '@parlance/config';
import { type FileWarning, warningKind } from '@parlance/formats';
import type { KeyFinding } from './part-checker.ts';

/**
 * Returns a finding for a warning of a platform about a text. Null for other warnings, and for a warning that is
 * only information.
 */
export function findingOf(
  { code, message, path }: FileWarning,
  file: MatchedFile,
): KeyFinding | null {
  const { about, level } = warningKind(code);
  if (about !== 'platform' || level === 'note' || file.locale === null || path === '') return null;
  const key = file.prefix + path;
  return { key, locale: file.locale, finding: { code, severity: level, message } };
}
