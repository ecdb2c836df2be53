import type { TranslationValue } from '@parlance/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dismissFinding, findingsQuery } from '../cell.queries.ts';
import type { OpenCell } from '../open-cell.ts';
import type { CellFinding } from './use-findings.ts';

/** Dismisses findings in the saved text. */
export function useDismissal(cell: OpenCell, onDismissed: (value: TranslationValue) => void) {
  const queries = useQueryClient();
  const { queryKey } = findingsQuery(cell);
  return useMutation({
    // The service accepts a dismissal only for the version of the text that was checked.
    mutationFn: async ({ code }: CellFinding) => {
      const { sourceVersion } = await queries.ensureQueryData(findingsQuery(cell));
      return dismissFinding(cell, cell.value!, sourceVersion, code);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onSuccess: onDismissed,
  });
}
