import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { findingsQuery } from '../cell.queries.ts';
import type { OpenCell } from '../open-cell.ts';
import { type CellFinding, checkText, findingOf } from './check-text.ts';
import { useChecks } from './checks.ts';

/**
 * Returns the findings in a text, without dismissed findings. For an unchanged text, returns the
 * findings of the service, because only the service knows its dismissals and its history.
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
