import '../../i18n/parts/findings.ts';
import type { CheckFinding } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../address/text-at.ts';
import { NEEDS_WORDS } from './needs-words.ts';

type FindingFacts = Pick<CheckFinding, 'code' | 'value' | 'params'>;
/** A finding as the service sends it. */
export type StoredFinding = FindingFacts & Pick<CheckFinding, 'message'>;

/** The server's text, with the summary under which it is collapsed. */
export interface Folded {
  readonly summary: string;
  readonly text: string;
}

export const folded = (text: string): Folded => ({ summary: i18next.t('problem.detail'), text });

/** Describes a finding in addition to the title of its check. At most one member is not null. */
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

/** Returns a sentence about a finding in addition to the title of its check. Null if the app has none. */
function sayFinding({ code, value, params = {} }: FindingFacts): string | null {
  if (code === 'icu_invalid') return sayFault(params);
  if (code === 'icu_structure' || code === 'tag_content')
    return textAt(`finding.${code}.${params.reason}`, { value, ...params });
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
