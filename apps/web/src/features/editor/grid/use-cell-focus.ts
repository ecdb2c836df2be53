import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { GridCell } from './place.ts';

const cellAt = (within: HTMLElement, { row, column }: GridCell): HTMLElement | null =>
  within.querySelector(`[data-row="${row}"][data-column="${column}"]`);

/** Moves the focus to the active cell, and back to a cell after it was closed. */
export function useCellFocus(
  scroller: RefObject<HTMLElement | null>,
  active: GridCell,
  isOpen: boolean,
): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const { activeElement: at, body } = document;
    // The focus is lost if the closed cell had it and no other element has received it.
    const isLost = wasOpen.current && !isOpen && at === body;
    wasOpen.current = isOpen;
    if (isOpen || !(isLost || scroller.current?.contains(at))) return;
    cellAt(scroller.current!, active)?.focus({ preventScroll: true });
  }, [scroller, active, isOpen]);
}

/**
 * Calls `onArrival` as soon as the element that gets the focus exists, and again when it is shown after it was
 * hidden: if the user leaves the page and returns before the other page has loaded, React hides and shows it.
 */
export function useArrival(isThere: boolean, onArrival: () => void): void {
  const tell = useEffectEvent(onArrival);
  // React runs only layout effects again for an element that is shown again.
  useLayoutEffect(() => {
    if (isThere) tell();
  }, [isThere]);
}
