import { isFocusLost, noteFocus } from '../lib/lost-focus.ts';

/**
 * Elements that can take the focus if its element is gone. The last one in the document takes it, because a dialog comes
 * after the page, and a cell is inside its main part.
 */
const HOMES = '#main, [data-active]:not([data-open]), [data-open] [role=textbox], [role=dialog]';

/**
 * Gives the focus to the dialog, the active cell or the main part of the page whenever it is lost, so that keys and
 * screen readers go on from there. Dialogs and menus give the focus back to the element that opened them, but that may be
 * gone, such as a cell of the grid after the page has become narrow.
 */
export function keepFocus(): void {
  let isDue = false;
  const check = (): void => {
    if (isDue || document.activeElement !== document.body) return;
    isDue = true;
    // Dialogs and menus give the focus back in the next frame.
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
