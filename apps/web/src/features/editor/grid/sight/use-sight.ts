import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../../../../ui/hooks/use-latest.ts';
import type { Sight } from './row-places.ts';

/** The visible part of a scrolling element. It is cached, because reading it costs the browser a layout. */
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
  // Scroll positions are negative on right-to-left pages (CSSOM View §4).
  columns: { start: Math.abs(element.scrollLeft), length: element.clientWidth },
});

/**
 * Returns a value that is derived from the visible part of a scrolling element. When the value changes, the component
 * is rendered again in the same frame.
 */
export function useSight<Derived>(
  scroller: RefObject<HTMLElement | null>,
  derive: (sight: ScrollSight) => Derived,
  isSame: (one: Derived, other: Derived) => boolean,
): {
  derived: Derived;
  sight(): ScrollSight;
  /** Scrolls without an animation. Positions are distances from the start of the text direction. */
  scrollTo(place: { rows?: number; columns?: number }): void;
} {
  const knownSight = useRef(NOWHERE);
  const [derived, setDerived] = useState(() => derive(NOWHERE));
  const look = useLatest(() => {
    const next = derive(knownSight.current);
    if (!isSame(next, derived)) setDerived(() => next);
  });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const read = () => {
      knownSight.current = sightOf(element);
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
  // The visible part is read again after each render, because the number or the heights of rows may have changed.
  useLayoutEffect(() => look());
  const scrollTo = useCallback(
    ({ rows, columns }: { rows?: number; columns?: number }) => {
      const element = scroller.current!;
      if (rows !== undefined) element.scrollTop = rows;
      if (columns !== undefined) {
        element.scrollLeft = getComputedStyle(element).direction === 'rtl' ? -columns : columns;
      }
      knownSight.current = sightOf(element);
      look();
    },
    [scroller, look],
  );
  return { derived, sight: useCallback(() => knownSight.current, []), scrollTo };
}
