import { useEffect, useState } from 'react';

/** Returns true after a component has been mounted for some time. */
export function useLater(afterMs: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}
