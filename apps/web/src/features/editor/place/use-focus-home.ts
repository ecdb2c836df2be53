import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Elements that a person has chosen to be in: nothing takes the focus from them by itself. */
const CHOSEN = 'input, textarea, select, [role=textbox], [role=dialog] *, [role=menu] *';

/**
 * Keeps the focus on something that takes keys. `onArrival` gives it to the active cell unless the person is elsewhere,
 * `focusCell` gives it there from everywhere but an open text.
 */
export function useFocusHome(
  main: RefObject<HTMLElement | null>,
  isOpen: boolean,
): { onArrival(): void; focusCell(): void } {
  /** True while the person has asked for a cell and there is none yet. */
  const isDue = useRef(false);
  const focusUnless = useCallback(
    (chosen: string) => {
      // Dialogs and menus give the focus back in a frame of their own.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement?.matches(chosen)) return;
          const cell = main.current?.querySelector<HTMLElement>('[data-active]:not([data-open])');
          isDue.current = !cell;
          // The view has scrolled to the cell, and the source above it is to stay in sight.
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
    // A key press means that the person wants to stay.
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
  // A click beside everything takes the focus away, too: that is meant. An element that is gone loses it by accident.
  useEffect(() => {
    const { activeElement: at, body } = document;
    if (isOpen || at !== body || !last.current || last.current.isConnected) return;
    onArrival();
  });
  return { onArrival, focusCell };
}
