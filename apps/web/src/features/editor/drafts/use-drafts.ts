import { useCallback, useSyncExternalStore } from 'react';
import type { CellId } from '../cell/open-cell.ts';
import type { CellStatus, Drafts, ListedDraft } from './drafts.ts';

/** The state of a cell, kept up to date. */
export function useCellStatus(drafts: Drafts, cell: CellId): CellStatus {
  const { projectId, keyId, locale } = cell;
  const subscribe = useCallback(
    (changed: () => void) => drafts.subscribe({ projectId, keyId, locale }, changed),
    [drafts, projectId, keyId, locale],
  );
  return useSyncExternalStore(subscribe, () => drafts.stateOf(cell));
}

/** Every text that is not saved, kept up to date. */
export const useDraftList = (drafts: Drafts): readonly ListedDraft[] =>
  useSyncExternalStore(drafts.subscribeAll, drafts.list);
