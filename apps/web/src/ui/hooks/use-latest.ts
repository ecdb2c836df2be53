import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a handler with a stable identity that calls the latest one, so that memoized children are not rendered again.
 */
export function useLatest<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
