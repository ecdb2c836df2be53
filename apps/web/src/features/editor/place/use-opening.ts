import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast/toast.tsx';
import { preloadCellEditor } from '../cell/load-cell-editor.ts';
import type { Move } from '../cell/open-cell.ts';
import { typedKeys } from '../cell/typed-keys.ts';
import { placeAfterLeaving } from '../commands/move.ts';
import type { EditorDialog } from '../editor-dialogs.tsx';
import type { EditorProps } from '../editor-props.ts';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { Place } from '../grid/place.ts';
import type { useEditorRows } from '../use-editor-rows.ts';

/** Opens and leaves cells. */
export function useOpening(
  { mayWrite }: EditorProps,
  {
    active,
    total,
    targets,
    place,
    holdView,
    store,
    rows: { query },
  }: ReturnType<typeof useEditorRows>,
  onDialog: (dialog: EditorDialog) => void,
) {
  const { t } = useTranslation();
  const { move } = place;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    holdView(isOpen);
    if (!isOpen) typedKeys.clear();
  }, [holdView, isOpen]);
  useEffect(preloadCellEditor, []);
  // The first row of another query is not the row that was opened.
  const [openIn, setOpenIn] = useState(query);
  if (openIn !== query) {
    setOpenIn(query);
    setOpen(false);
  }
  const close = useCallback(() => setOpen(false), []);
  return {
    isOpen,
    close,
    open(at: Place = active): void {
      if (total === 0) return;
      move(at);
      // Enter in a row that failed to load requests it again.
      const slot = store.slot(at.row);
      if (slot === 'failed') store.retry();
      else if (mayWrite && at.column < FIRST_TARGET) {
        // If the row is still loading, its dialog would open later and interrupt the person.
        if (typeof slot === 'object') onDialog(at.column === 0 ? 'key-name' : 'key-source');
      } else if (mayWrite) setOpen(true);
      else toast(t('editor.say.readOnly'));
    },
    /** Moves to another cell and closes the open one. */
    goTo(at: Place): void {
      if (at.row !== active.row || at.column !== active.column) setOpen(false);
      move(at);
    },
    /** Moves on after the open cell was left. */
    onLeave(to: Move): void {
      const columns = targets.length + FIRST_TARGET;
      const next = placeAfterLeaving(to, active, { rows: total, columns });
      if (next) move(next);
      else setOpen(false);
    },
  };
}
