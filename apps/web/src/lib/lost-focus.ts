import { earlyKeys } from './early-keys.ts';

/** The last element that had the focus, apart from the field for early keys. */
let last: Element | null = null;

/** Begins to remember the element that has the focus, for `isFocusLost`. */
export function noteFocus(): void {
  last = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    if (!earlyKeys.isStandIn(target)) last = target as Element;
  });
}

/**
 * True if no element has the focus, because the element that had it was removed or hidden. False if the user took the
 * focus away by a click on an empty part of the page.
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body &&
  last !== null &&
  // This is the last condition, because the browser needs a layout to see whether an element is hidden.
  !(last.isConnected && last.checkVisibility());
