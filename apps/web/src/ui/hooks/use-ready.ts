import { useLayoutEffect, useState } from 'react';
import { earlyKeys } from '../../lib/early-keys.ts';

/**
 * Returns true as soon as something that a key has opened may take the focus: it is loaded, and no composition is in
 * progress. What was typed until then goes to its field.
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
