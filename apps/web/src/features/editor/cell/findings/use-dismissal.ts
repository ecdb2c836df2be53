import type { TranslationValue } from '@parlance/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dismissFinding, findingsQuery, rereadSource } from '../cell.queries.ts';
import type { OpenCell } from '../open-cell.ts';
import type { CellFinding } from './check-text.ts';

/** Dismisses findings in the saved text. */
export function useDismissal(cell: OpenCell, onDismissed: (value: TranslationValue) => void) {
  const queries = useQueryClient();
  const { queryKey } = findingsQuery(cell);
  return useMutation({
    // The service accepts a dismissal only for the versions of the text and the source string that were checked.
    mutationFn: ({ code }: CellFinding) => dismissFinding(cell, cell.value!, code),
    onMutate: () => cell.source,
    onError: (error) => rereadSource(error, cell),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onSuccess: onDismissed,
  });
}
