import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { EditorView } from './editor-address.ts';
import type { WindowStore } from './grid/window-store.ts';

/** Elements that a person has chosen to be in: the focus stays there. */
const CHOSEN = 'input, textarea, select, [role=textbox], [role=dialog] *, [role=menu] *';

/**
 * Keeps the focus on something that takes keys: on the active cell when the rows arrive, and whenever the element that
 * had it is gone. Returns a function that gives it to the active cell.
 */
export function useFocusHome(
  main: RefObject<HTMLElement | null>,
  { store, view, isOpen }: { store: WindowStore; view: EditorView; isOpen: boolean },
): () => void {
  const focusCell = useCallback(() => {
    requestAnimationFrame(() => {
      const { activeElement: at } = document;
      // A cell that was opened since has the focus, or a dialog.
      if (at?.matches(CHOSEN)) return;
      main.current?.querySelector<HTMLElement>('[data-active]:not([data-open])')?.focus();
    });
  }, [main]);

  const hasRows = useSyncExternalStore(store.subscribeState, () => store.state().total > 0);
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    if (!hasRows || arrived.current === view) return;
    arrived.current = view;
    focusCell();
  }, [hasRows, view, focusCell]);

  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // A click beside everything takes the focus away, too: that is meant. An element that is gone loses it by accident.
  useEffect(() => {
    const { activeElement: at, body } = document;
    if (isOpen || at !== body || !last.current || last.current.isConnected) return;
    focusCell();
  });
  return focusCell;
}
