import type { Row } from '@parlance/sdk';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { CATEGORIES } from '../cell/forms/family.ts';
import { type CellId, newFormId } from '../cell/open-cell.ts';
import type { CellStatus, ListedDraft } from './cell-status.ts';
import type { Drafts } from './drafts.ts';

/** Returns the state of a cell, and renders the component again when it changes. */
export function useCellStatus(drafts: Drafts, cell: CellId): CellStatus {
  const { projectId, keyId, locale } = cell;
  const subscribe = useCallback(
    (changed: () => void) => drafts.subscribe({ projectId, keyId, locale }, changed),
    [drafts, projectId, keyId, locale],
  );
  return useSyncExternalStore(subscribe, () => drafts.stateOf(cell));
}

/** Returns all unsaved texts, and renders the component again when they change. */
export const useDraftList = (drafts: Drafts): readonly ListedDraft[] =>
  useSyncExternalStore(drafts.subscribeAll, drafts.list);

/** States of a cell. States that need the user's attention come first. */
const ORDER = ['conflict', 'failed', 'blocked', 'waiting', 'saving', 'draft', 'clean'] as const;

/** Yields the cells of all forms in a plural family, including forms without a key. */
function* formsOf(cell: CellId, { family }: Pick<Row, 'family'>): Generator<CellId> {
  const { projectId, keyId, locale } = cell;
  for (const form of family?.forms ?? []) yield { projectId, keyId: form.keyId, locale };
  for (const category of family ? CATEGORIES : []) {
    yield { projectId, keyId: newFormId(keyId, category), locale };
  }
}

/**
 * Returns the state of a cell in a row. For a plural family, returns the state of the form that needs attention most.
 */
export function useRowStatus(drafts: Drafts, cell: CellId, row: Pick<Row, 'family'>): CellStatus {
  const { projectId, keyId, locale } = cell;
  const { family } = row;
  const cells = useMemo(() => {
    const openCell = { projectId, keyId, locale };
    return [openCell, ...formsOf(openCell, { family })];
  }, [projectId, keyId, locale, family]);
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = cells.map((cell) => drafts.subscribe(cell, changed));
      return () => {
        for (const end of ends) end();
      };
    },
    [drafts, cells],
  );
  return useSyncExternalStore(subscribe, () => {
    const statuses = cells.map(drafts.stateOf);
    for (const state of ORDER) {
      const found = statuses.find((status) => status.state === state);
      if (found) return found;
    }
    return statuses[0]!;
  });
}
