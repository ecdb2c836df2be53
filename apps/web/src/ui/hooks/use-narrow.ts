import { useSyncExternalStore } from 'react';

/** Returns a hook that is true while a media query on the size of the page matches. */
function widthHook(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (changed: () => void): (() => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** True if the page has no room for a grid, because the screen is small or the page is zoomed. */
export const useIsNarrow = widthHook(
  '(max-width: 43.75rem), (max-width: 60rem) and (max-height: 31rem)',
);
