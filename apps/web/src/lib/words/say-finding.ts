import '../../i18n/parts/findings.ts';
import type { CheckFinding } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../address/text-at.ts';
import { NEEDS_WORDS } from './needs-words.ts';

type FindingFacts = Pick<CheckFinding, 'code' | 'value' | 'params'>;
/** A finding in the form in which the service sends it. */
export type StoredFinding = FindingFacts & Pick<CheckFinding, 'message'>;

/** The server's text, which is collapsed under a summary. */
export interface Folded {
  readonly summary: string;
  readonly text: string;
}

export const folded = (text: string): Folded => ({ summary: i18next.t('problem.detail'), text });

/**
 * Returns details of a finding in addition to the title of its check: a sentence of the app, the subject of the
 * finding, or the server's text.
 */
export function describeFinding(finding: StoredFinding): {
  readonly words: string | null;
  readonly subject: string | null;
  readonly folded: Folded | null;
} {
  const { code, value, message } = finding;
  const words = sayFinding(finding);
  const isPlain = words === null && !NEEDS_WORDS.test(code);
  return {
    words,
    subject: isPlain ? (value ?? null) : null,
    folded: words === null && !isPlain ? folded(message) : null,
  };
}

/** Returns a sentence of the app about a finding. Returns null if the app has none. */
function sayFinding({ code, value, params = {} }: FindingFacts): string | null {
  if (code === 'icu_invalid') return sayFault(params);
  const isReasoned = code === 'placeholder_missing' && params.reason !== undefined;
  if (isReasoned || code === 'icu_structure' || code === 'tag_content')
    return textAt(`finding.${code}.${params.reason}`, { value, ...params });
  if (params.runtime !== undefined) return textAt(`finding.${code}`, { value, ...params });
  if (code === 'glossary_term' && params.wanted !== undefined) {
    const { wanted } = params;
    return i18next.t(`finding.term.${wanted === value ? 'keep' : 'use'}`, { value, wanted });
  }
  if (code === 'too_long' && params.length !== undefined) {
    const { length: count, maxLength } = params;
    return i18next.t('finding.tooLong', { count, maxLength });
  }
  return null;
}

function sayFault({ reason, side, line, column }: NonNullable<FindingFacts['params']>) {
  const fault = textAt(`finding.icu_invalid.${reason}`);
  if (fault === null) return null;
  const place = [
    ...(side ? [i18next.t('finding.inSource')] : []),
    ...(line === undefined ? [] : [i18next.t('finding.line', { value: line })]),
    ...(column === undefined ? [] : [i18next.t('finding.column', { value: column })]),
  ].join(', ');
  return place === '' ? fault : i18next.t('finding.at', { fault, place });
}
