import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a handler that stays the same and calls that of the last drawing: what takes it need not be drawn again. */
export function useLatest<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
