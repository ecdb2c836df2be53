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
  const focusUnless = useCallback(
    (chosen: string) => {
      // Dialogs and menus give the focus back in a frame of their own.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement?.matches(chosen)) return;
          // The view has scrolled to the cell, and the source above it is to stay in sight.
          main.current
            ?.querySelector<HTMLElement>('[data-active]:not([data-open])')
            ?.focus({ preventScroll: true });
        }),
      );
    },
    [main],
  );
  const onArrival = useCallback(() => focusUnless(CHOSEN), [focusUnless]);
  const focusCell = useCallback(() => focusUnless('[role=textbox]'), [focusUnless]);
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
    onArrival();
  });
  return { onArrival, focusCell };
}
