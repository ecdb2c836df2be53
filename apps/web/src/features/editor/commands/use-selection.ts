import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast/toast.tsx';
import { MAX_SELECTED, type Selected, Selection } from '../grid/store/selection.ts';
import type { WindowStore } from '../grid/store/window-store.ts';
import type { ActivePlace } from '../place/use-place.ts';

export type SelectionCommand =
  | 'select'
  | 'selectDown'
  | 'selectUp'
  | 'selectAll'
  | 'clearSelection';

/**
 * Returns the selected rows, and the commands that change the selection. The rows of another query begin without a
 * selection.
 */
export function useSelection(
  store: WindowStore,
  { active, move }: Pick<ActivePlace, 'active' | 'move'>,
): {
  selection: Selection;
  selected: Selected;
  /**
   * Adds a row to the selection or removes it. With `isRange`, selects all rows between the active row and this row.
   */
  choose(row: number, isRange: boolean): void;
  commands: Readonly<Record<SelectionCommand, () => void>>;
} {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection belongs to the result
  const selection = useMemo(() => new Selection(), [store]);
  const selected = useSyncExternalStore(selection.subscribe, selection.state);
  const { total, keyIds } = store.state();

  const addRows = async (from: number, to: number): Promise<void> => {
    const isTooLong = to - from >= MAX_SELECTED;
    const ids = isTooLong ? [] : await idsBetween(store, from, to);
    if (isTooLong || !selection.add(ids)) {
      toast(t('editor.selection.tooMany', { count: MAX_SELECTED }));
    }
  };
  const selectTo = (row: number) => {
    void addRows(Math.min(row, active.row), Math.max(row, active.row));
  };
  const toggle = (row: number) => {
    const slot = store.slot(row);
    if (typeof slot !== 'string') selection.toggle(slot.keyId);
  };
  const extend = (step: 1 | -1) => {
    const row = Math.max(0, Math.min(total - 1, active.row + step));
    selectTo(row);
    move({ ...active, row });
  };
  return {
    selection,
    selected,
    choose: (row, isRange) => (isRange ? selectTo(row) : toggle(row)),
    commands: {
      select: () => toggle(active.row),
      selectDown: () => extend(1),
      selectUp: () => extend(-1),
      selectAll() {
        if (total > 0 && !(keyIds && selection.add(keyIds))) selection.selectAll();
      },
      clearSelection: () => selection.clear(),
    },
  };
}

/** Returns the ids of the keys in a range of rows. Loads rows that are not loaded yet. */
async function idsBetween(store: WindowStore, from: number, to: number): Promise<string[]> {
  const { keyIds } = store.state();
  if (keyIds) return keyIds.slice(from, to + 1);
  const ids: string[] = [];
  for (let row = from; row <= to; row++) {
    const slot = await store.load(row);
    if (typeof slot !== 'string') ids.push(slot.keyId);
  }
  return ids;
}
