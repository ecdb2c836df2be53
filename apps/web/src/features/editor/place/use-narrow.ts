import { useSyncExternalStore } from 'react';

/** Returns a hook that is true while the page's width meets a condition. */
function widthHook(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (changed: () => void): (() => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** True on pages without room for a grid, because they are narrow, low or enlarged. */
export const useIsNarrow = widthHook(
  '(max-width: 43.75rem), (max-width: 60rem) and (max-height: 31rem)',
);

/** True on pages with room for suggestions beside a text and a list. */
export const useIsWide = widthHook('(min-width: 80rem)');
