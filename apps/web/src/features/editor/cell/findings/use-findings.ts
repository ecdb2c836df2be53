import type { ValueFinding } from '@parlance/contracts';
import { type Finding, weighFindings } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { findingsQuery } from '../cell.queries.ts';
import type { EditorSettings, OpenCell } from '../open-cell.ts';
import { type Checks, useChecks } from './checks.ts';

/** A finding in the text of the open cell. */
export type CellFinding = Pick<Finding, 'code' | 'severity' | 'detail'> &
  Pick<ValueFinding, 'value' | 'params' | 'at' | 'fix'>;

/** In the editor, a line break counts as one character, so positions are computed with `\n`. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Checks a translation in the browser, with the same checks as the service. */
export function checkText(checks: Checks, cell: OpenCell, text: string): readonly CellFinding[] {
  const { source, locale, format, maxLength, pluralCategory } = cell;
  const isMissing = text === '' && cell.value === null;
  if (isMissing || locale === source.locale) return [];
  const findings = checks.verifyWithFixes(withLineFeeds(source.text), withLineFeeds(text), {
    format,
    runtimes: checks.knownRuntimes(cell.runtimes),
    sourceLocale: source.locale,
    targetLocale: locale,
    ...(maxLength !== null && { maxLength }),
    ...(pluralCategory && { pluralCategory }),
  });
  return weighFindings(findings, cell.checks);
}

/** Checks a source text in the browser, with the same checks as the service. */
export function checkSource(
  checks: Checks,
  { messageFormat: format, runtimes, checks: levels }: EditorSettings,
  locale: string,
  text: string,
): readonly CellFinding[] {
  const findings = checks.verifyWithFixes(text, text, {
    format,
    runtimes: checks.knownRuntimes(runtimes),
    ...{ sourceLocale: locale, targetLocale: locale, isAlone: true },
  });
  return weighFindings(findings, levels);
}

/** Converts a finding of the service into the form of the browser's findings. */
export const findingOf = ({ message: detail, code, ...finding }: ValueFinding): CellFinding => ({
  ...finding,
  code: code as CellFinding['code'],
  detail,
});

/**
 * Returns the findings in a text, without dismissed findings. If the text is not changed, these are the findings of the
 * service, because only the service knows the glossary and the dismissals.
 */
export function useFindings(cell: OpenCell, text: string, isWanted = true): readonly CellFinding[] {
  const checks = useChecks();
  const checked = useDeferredValue(text);
  const { data: stored } = useQuery(findingsQuery(cell));
  return useMemo(() => {
    if (!isWanted) return [];
    if (checked !== cell.value?.text || stored?.version !== cell.value.version) {
      return checks ? checkText(checks, cell, checked) : [];
    }
    return stored.findings.filter(({ ignored }) => !ignored).map(findingOf);
  }, [cell, checked, checks, stored, isWanted]);
}

/** True if a text with this finding does not work in the app that uses it. */
export const isError = ({ severity }: CellFinding): boolean => severity === 'error';
