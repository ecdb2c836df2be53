import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../../../../ui/hooks/use-latest.ts';
import type { Sight } from './row-places.ts';

/** The part of a scroller that is in sight. It is kept here, because to ask the browser costs a layout. */
export interface ScrollSight {
  readonly rows: Sight;
  readonly columns: Sight;
}

const NOWHERE: ScrollSight = {
  rows: { start: 0, length: 0 },
  columns: { start: 0, length: 1_000 },
};

const sightOf = (element: HTMLElement): ScrollSight => ({
  rows: { start: element.scrollTop, length: element.clientHeight },
  // Scroll positions of a page from right to left are negative (CSSOM View §4).
  columns: { start: Math.abs(element.scrollLeft), length: element.clientWidth },
});

/**
 * Follows what a scroller shows. `derive` says what of it a component depends on: the component is drawn again when that
 * changes, and in the frame in which it does.
 */
export function useSight<Derived>(
  scroller: RefObject<HTMLElement | null>,
  derive: (sight: ScrollSight) => Derived,
  isSame: (one: Derived, other: Derived) => boolean,
): {
  derived: Derived;
  sight(): ScrollSight;
  /** Scrolls at once. The places are distances from the start, in each direction of writing. */
  scrollTo(place: { rows?: number; columns?: number }): void;
} {
  const known = useRef(NOWHERE);
  const [derived, setDerived] = useState(() => derive(NOWHERE));
  const look = useLatest(() => {
    const next = derive(known.current);
    if (!isSame(next, derived)) setDerived(() => next);
  });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const read = () => {
      known.current = sightOf(element);
    };
    read();
    look();
    const onScroll = () => {
      read();
      flushSync(look);
    };
    const observer = new ResizeObserver(() => {
      read();
      look();
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, look]);
  // The count or the heights of rows may have changed.
  useLayoutEffect(() => look());
  const scrollTo = useCallback(
    ({ rows, columns }: { rows?: number; columns?: number }) => {
      const element = scroller.current!;
      if (rows !== undefined) element.scrollTop = rows;
      if (columns !== undefined) {
        element.scrollLeft = getComputedStyle(element).direction === 'rtl' ? -columns : columns;
      }
      known.current = sightOf(element);
      look();
    },
    [scroller, look],
  );
  return { derived, sight: useCallback(() => known.current, []), scrollTo };
}
