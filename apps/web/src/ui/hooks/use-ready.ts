import { useLayoutEffect, useState } from 'react';
import { earlyKeys } from '../../lib/early-keys.ts';

/**
 * Returns true as soon as an element that a key press opens may take the focus: it is loaded, and
 * no composition is in progress. What is typed until then is kept and typed into the element.
 */
export function useReady(isLoaded: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    if (!isLoaded) {
      setReady(false);
      return;
    }
    return earlyKeys.whenResting(() => {
      earlyKeys.handOver();
      setReady(true);
    });
  }, [isLoaded]);
  return isLoaded && isReady;
}
