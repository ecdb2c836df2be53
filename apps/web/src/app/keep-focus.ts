import { isFocusLost, noteFocus } from '../lib/lost-focus.ts';

/**
 * Elements that can get the focus if the focused element was removed. The last one in the document
 * gets it, because a dialog comes after the page, and a cell is inside its main part.
 */
const HOMES = '#main, [data-active]:not([data-open]), [data-open] [role=textbox], [role=dialog]';

/**
 * Moves the focus to the dialog, the active cell or the main part of the page whenever the focus is lost, so that keys
 * and screen readers continue from there. Dialogs and menus return the focus to the element that opened them. However,
 * that element may have been removed, such as a cell of the grid after the page has become narrow.
 */
export function keepFocus(): void {
  let isDue = false;
  const check = (): void => {
    if (isDue || document.activeElement !== document.body) return;
    isDue = true;
    // Dialogs and menus restore the focus in the next frame.
    requestAnimationFrame(() =>
      setTimeout(() => {
        isDue = false;
        const homes = document.querySelectorAll<HTMLElement>(HOMES);
        if (isFocusLost()) [...homes].at(-1)?.focus({ preventScroll: true });
      }),
    );
  };
  noteFocus();
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', check);
}
