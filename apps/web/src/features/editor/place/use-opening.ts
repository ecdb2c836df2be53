import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast/toast.tsx';
import { preloadCellEditor } from '../cell/load-cell-editor.ts';
import type { Move } from '../cell/open-cell.ts';
import { typedKeys } from '../cell/typed-keys.ts';
import { placeAfterLeaving } from '../commands/move.ts';
import type { EditorDialog } from '../editor-dialogs.tsx';
import type { CellOpening, EditorRows } from '../editor-model.ts';
import type { EditorProps } from '../editor-props.ts';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { GridCell } from '../grid/place.ts';
import { mayProposeIn } from '../may-write.ts';

/** Returns functions that open and close cells. */
export function useOpening(
  props: EditorProps,
  { active, total, targets, place, holdView, store, rows: { query } }: EditorRows,
  onDialog: (dialog: EditorDialog) => void,
): CellOpening {
  const { t } = useTranslation();
  const { move } = place;
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    holdView(isOpen);
    if (!isOpen) typedKeys.clear();
  }, [holdView, isOpen]);
  useEffect(preloadCellEditor, []);
  // The query has changed, so the row at this index may be another row.
  const [openIn, setOpenIn] = useState(query);
  if (openIn !== query) {
    setOpenIn(query);
    setOpen(false);
  }
  const close = useCallback(() => setOpen(false), []);
  const openOne = (): void => {
    setOpen(true);
    setCount((before) => before + 1);
  };
  return {
    isOpen,
    count,
    close,
    open(at: GridCell = active): void {
      if (total === 0) return;
      move(at);
      // If the row could not be loaded, Enter requests it again.
      const slot = store.slot(at.row);
      if (slot === 'failed') store.retry();
      else if (at.column < FIRST_TARGET) {
        if (!props.mayEditKeys) toast(t('editor.say.readOnly'));
        // Nothing happens if the row is still loading. Its dialog would otherwise open later, while the user does
        // something else.
        else if (typeof slot === 'object') onDialog(at.column === 0 ? 'key-name' : 'key-source');
      } else if (mayProposeIn(props, targets[at.column - FIRST_TARGET]!.code)) openOne();
      else toast(t(props.mayPropose ? 'editor.say.foreignLocale' : 'editor.say.readOnly'));
    },
    goTo(at: GridCell): void {
      if (at.row !== active.row || at.column !== active.column) setOpen(false);
      move(at);
    },
    onLeave(to: Move): void {
      const columns = targets.length + FIRST_TARGET;
      const next = placeAfterLeaving(to, active, { rows: total, columns });
      if (next) {
        move(next);
        openOne();
      } else setOpen(false);
    },
  };
}
