import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that never changes and that calls the `run` of the last render. A memoized child that gets this
 * function is not rendered again.
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
