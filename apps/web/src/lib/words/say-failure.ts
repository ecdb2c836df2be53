import '../../i18n/parts/settings.ts';
import type { TranslationError } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../address/text-at.ts';
import { type Folded, folded, type StoredFinding } from './say-finding.ts';

export type Failure = TranslationError;

/**
 * Returns details of an error in addition to the text for its code. Findings are more precise than the server's text.
 */
export function describeFailure(error: Failure): {
  readonly words: string | null;
  readonly findings: readonly { id: string; title: string; finding: StoredFinding }[];
  readonly folded: Folded | null;
} {
  const { message, params = {} } = error;
  const findings = (params.findings ?? []).map((finding) => ({
    id: `${finding.code} ${finding.value} ${finding.params?.reason}`,
    title: textAt(`settings.checks.${finding.code}`) ?? finding.code,
    finding: { ...finding, message },
  }));
  const hidden = findings.length > 0 ? null : folded(message);
  return { words: sayFailure(error), findings, folded: hidden };
}

/** Returns a sentence with details of a failed translation. Returns null if there are no details. */
function sayFailure({ code, params = {} }: Failure): string | null {
  const { engine, reason, findings, sourceLocale: from, targetLocale: to } = params;
  if (reason !== undefined) return textAt(`failure.engine.${reason}`, { engine });
  if (code === 'content_broken' && findings) {
    return engine === undefined
      ? i18next.t('failure.term')
      : i18next.t('failure.broken', { engine });
  }
  if (from === undefined || to === undefined) return null;
  return engine === undefined
    ? i18next.t('failure.pair', { from, to })
    : i18next.t('failure.loading', { engine, from, to });
}
