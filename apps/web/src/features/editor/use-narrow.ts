import { useSyncExternalStore } from 'react';

/** Narrower pages, and pages that are enlarged as much, have no room for a grid. */
const NARROW = matchMedia('(max-width: 43.75rem)');

const subscribe = (changed: () => void): (() => void) => {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
};

/** True while the page is narrower than 700 CSS pixels. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => NARROW.matches);
