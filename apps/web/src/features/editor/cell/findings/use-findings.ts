import type { ValueFinding } from '@parlance/contracts';
import { type Finding, verifyWithFixes, weighFindings } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { findingsQuery } from '../cell.queries.ts';
import type { OpenCell } from '../open-cell.ts';

/** A finding in the text of the open cell. */
export type CellFinding = Pick<Finding, 'code' | 'severity' | 'detail'> &
  Pick<ValueFinding, 'value' | 'params' | 'at' | 'fix'>;

/** The view counts a line break as one character. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Checks a text in the same way as the service. */
export function checkText(cell: OpenCell, text: string): readonly CellFinding[] {
  const { source, locale, format, maxLength, pluralCategory } = cell;
  const isMissing = text === '' && cell.value === null;
  if (isMissing || locale === source.locale) return [];
  const findings = verifyWithFixes(withLineFeeds(source.text), withLineFeeds(text), {
    format,
    sourceLocale: source.locale,
    targetLocale: locale,
    ...(maxLength !== null && { maxLength }),
    ...(pluralCategory && { pluralCategory }),
  });
  return weighFindings(findings, cell.checks);
}

/** Converts a finding of the service to one of the browser's checks. */
export const findingOf = ({ message: detail, code, ...finding }: ValueFinding): CellFinding => ({
  ...finding,
  code: code as CellFinding['code'],
  detail,
});

/**
 * Returns the findings in a text that nobody has dismissed. For an unchanged text, they are the findings of the
 * service, which also knows the glossary and the dismissals.
 */
export function useFindings(cell: OpenCell, text: string, isWanted = true): readonly CellFinding[] {
  const checked = useDeferredValue(text);
  const { data: stored } = useQuery(findingsQuery(cell));
  return useMemo(() => {
    if (!isWanted) return [];
    if (checked !== cell.value?.text || stored?.version !== cell.value.version) {
      return checkText(cell, checked);
    }
    return stored.findings.filter(({ ignored }) => !ignored).map(findingOf);
  }, [cell, checked, stored, isWanted]);
}

/** True if a finding breaks the text where it is used. */
export const isError = ({ severity }: CellFinding): boolean => severity === 'error';
