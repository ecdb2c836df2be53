import type { ValueFinding } from '@parlance/contracts';
import { type Finding, verifyWithFixes, weighFindings } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { findingsQuery } from './cell.queries.ts';
import type { OpenCell } from './open-cell.ts';

/** A finding in the text of the open cell. */
export type CellFinding = Pick<Finding, 'code' | 'severity' | 'detail' | 'value' | 'at' | 'fix'>;

/** The view counts a line break as one character. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Checks a text with the checks that the service applies to it. */
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

/** Returns a finding of the service with its subject: the service names the place only. */
export function findingOf(
  cell: OpenCell,
  text: string,
  { message: detail, code, ...finding }: ValueFinding,
): CellFinding {
  const found = { ...finding, code: code as CellFinding['code'], detail };
  const { at } = finding;
  if (!at) return found;
  const place = withLineFeeds(at.side === 'source' ? cell.source.text : text);
  return { ...found, value: place.slice(at.start, at.end) };
}

/**
 * Returns the findings in a text that nobody dismissed. For the text that the service has, those are the findings
 * of the service: it also knows the glossary and the dismissals.
 */
export function useFindings(cell: OpenCell, text: string, isWanted = true): readonly CellFinding[] {
  const checked = useDeferredValue(text);
  const { data: stored } = useQuery(findingsQuery(cell));
  return useMemo(() => {
    if (!isWanted) return [];
    if (checked !== cell.value?.text || stored?.version !== cell.value.version) {
      return checkText(cell, checked);
    }
    return stored.findings
      .filter(({ ignored }) => !ignored)
      .map((finding) => findingOf(cell, checked, finding));
  }, [cell, checked, stored, isWanted]);
}

/** True if a finding breaks the text where it is used. */
export const isError = ({ severity }: CellFinding): boolean => severity === 'error';
