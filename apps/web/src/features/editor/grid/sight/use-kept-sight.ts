import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Positions to which the grid was scrolled, by the entry of the browser's history that showed it. */
const kept = new Map<string, number>();

/** Returns the identifier of the current entry of the browser's history, which the router stores in its state. */
const entryOf = (): string => history.state?.__TSR_key;

/**
 * Scrolls to the position at which the user left this entry of the history, as soon as enough rows are known. `rows`
 * is the number of known rows. Returns a reference that is true if there is such a position.
 */
export function useKeptSight(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  scrollTo: (place: { rows: number }) => void,
): RefObject<boolean> {
  const wanted = useRef(kept.get(entryOf()));
  useEffect(() => {
    const element = scroller.current!;
    const onScroll = () => {
      if (wanted.current === undefined) kept.set(entryOf(), element.scrollTop);
    };
    element.addEventListener('scroll', onScroll);
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may make the place reachable
  useLayoutEffect(() => {
    if (wanted.current === undefined || rows === 0) return;
    scrollTo({ rows: wanted.current });
    if (scroller.current!.scrollTop >= wanted.current - 1) wanted.current = undefined;
  }, [scroller, rows]);
  return useRef(wanted.current !== undefined);
}
