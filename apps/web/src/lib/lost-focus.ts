import { earlyKeys } from './early-keys.ts';

/** Elements that can take the focus if its element is gone. The first one that is there takes it. */
const HOMES = [
  '[role=dialog]',
  '[data-open] [role=textbox]',
  '[data-active]:not([data-open])',
  '#main',
];

/** The last element that had the focus, apart from the field for early keys. */
let last: Element | null = null;

/**
 * True if no element has the focus, because the element that had it was removed or hidden. False if the user took the
 * focus away by a click on an empty part of the page.
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body && last?.checkVisibility() === false;

function focusHome(): void {
  if (!isFocusLost()) return;
  for (const selector of HOMES) {
    // The last dialog lies over the others.
    const home = [...document.querySelectorAll<HTMLElement>(selector)].at(-1);
    home?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
  }
}

/**
 * Gives the focus to the dialog, the active cell or the main part of the page whenever it is lost, so that keys and
 * screen readers go on from there. Dialogs and menus give it back to what opened them. They cannot if that is gone, such
 * as a cell of the grid after the page has become narrow.
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
        focusHome();
      }),
    );
  };
  last = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    if (!earlyKeys.isStandIn(target)) last = target as Element;
  });
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', check);
}
