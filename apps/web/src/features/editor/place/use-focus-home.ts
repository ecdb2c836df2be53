import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { earlyKeys } from '../../../lib/early-keys.ts';
import { isFocusLost } from '../../../lib/lost-focus.ts';

/**
 * Selector for elements that the user has focused deliberately. The focus is not taken away from them automatically.
 */
const CHOSEN =
  'input, textarea, select, [role=textbox], [data-comment], [data-proposal] *, [role=dialog] *, [role=menu] *, #main [aria-haspopup]';

/**
 * Keeps the focus on an element that handles keys. `onArrival` focuses the active cell, unless the user has focused
 * another element. `focusCell` focuses it in any case, except if a text field has the focus. After `onPanelFocus`, a
 * panel keeps the focus that it has taken. Keys that are typed before the cell exists are kept and passed to the cell.
 * `isEmpty` is true if there are no rows.
 */
export function useFocusHome(
  main: RefObject<HTMLElement | null>,
  isOpen: boolean,
  isEmpty: boolean,
): { onArrival(): void; focusCell(): void; onPanelFocus(): void } {
  /** True while the active cell does not exist yet and must get the focus as soon as it does. */
  const isDue = useRef(false);
  /** Number of times that a panel has taken the focus. */
  const taken = useRef(0);
  const empty = useRef(isEmpty);
  empty.current = isEmpty;
  const focusUnless = useCallback(
    (chosen: string) => {
      const before = taken.current;
      // Dialogs and menus restore the focus in a later frame, so the focus is moved after that.
      requestAnimationFrame(() =>
        setTimeout(() => {
          const at = document.activeElement;
          const kept = taken.current === before ? chosen : CHOSEN;
          if (!earlyKeys.isStandIn(at) && at?.matches(kept)) return;
          const cell = main.current?.querySelector<HTMLElement>('[data-active]:not([data-open])');
          isDue.current = !cell;
          // If a menu closes while the rows load, the element that had the focus before no longer exists.
          if (!cell && at === document.body && !empty.current) earlyKeys.hold();
          // The view has already scrolled to the cell. Another scroll could hide the source text above it.
          earlyKeys.whenResting(() => cell?.focus({ preventScroll: true }));
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
  const onPanelFocus = useCallback(() => {
    isDue.current = false;
    taken.current++;
  }, []);
  useEffect(() => {
    // If the user presses a key or clicks, the focus must stay where it is.
    const stay = ({ target }: Event) => {
      if (!earlyKeys.isStandIn(target)) isDue.current = false;
    };
    const types = ['keydown', 'pointerdown'];
    for (const type of types) document.addEventListener(type, stay, true);
    return () => {
      for (const type of types) document.removeEventListener(type, stay, true);
    };
  }, []);
  useEffect(() => {
    if (isOpen || !isFocusLost()) return;
    if (!isEmpty) earlyKeys.hold();
    onArrival();
  });
  // The page has no cell yet.
  useEffect(() => {
    if (!document.activeElement?.matches(CHOSEN)) earlyKeys.hold();
    return earlyKeys.end;
  }, []);
  useEffect(() => {
    if (isEmpty) earlyKeys.end();
  }, [isEmpty]);
  return { onArrival, focusCell, onPanelFocus };
}
