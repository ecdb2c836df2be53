import { useLayoutEffect, useState } from 'react';
import { earlyKeys } from '../../lib/early-keys.ts';

/**
 * Returns true as soon as an element that a key has opened may take the focus: it is loaded, and no
 * composition is in progress. Input until then goes to the field of the element.
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
