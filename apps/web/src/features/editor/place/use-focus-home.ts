import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Elements that a person has deliberately focused, from which nothing takes the focus automatically. */
const CHOSEN = 'input, textarea, select, [role=textbox], [role=dialog] *, [role=menu] *';

/**
 * Keeps the focus on an element that handles keys. `onArrival` focuses the active cell unless the person is elsewhere.
 * `focusCell` focuses it unless an open text has the focus.
 */
export function useFocusHome(
  main: RefObject<HTMLElement | null>,
  isOpen: boolean,
): { onArrival(): void; focusCell(): void } {
  /** True while the person has asked for a cell that does not exist yet. */
  const isDue = useRef(false);
  const focusUnless = useCallback(
    (chosen: string) => {
      // Dialogs and menus restore the focus in a later frame.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement?.matches(chosen)) return;
          const cell = main.current?.querySelector<HTMLElement>('[data-active]:not([data-open])');
          isDue.current = !cell;
          // The view has already scrolled to the cell, and the source above it must stay visible.
          cell?.focus({ preventScroll: true });
        }),
      );
    },
    [main],
  );
  const focusCell = useCallback(() => focusUnless('[role=textbox]'), [focusUnless]);
  const onArrival = useCallback(
    () => (isDue.current ? focusCell() : focusUnless(CHOSEN)),
    [focusCell, focusUnless],
  );
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    // A key press shows that the person wants to stay.
    const stay = () => {
      isDue.current = false;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', stay, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', stay, true);
    };
  }, []);
  // A click on the empty page also removes the focus, which is intended. An element that is removed loses it by
  // accident.
  useEffect(() => {
    const { activeElement: at, body } = document;
    if (isOpen || at !== body || !last.current || last.current.isConnected) return;
    onArrival();
  });
  return { onArrival, focusCell };
}
