import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for some time. Values are compared by a key. */
export function useRested<Value>(
  value: Value,
  key: string,
  restMs: number,
): { value: Value; isCurrent: boolean } {
  const [rested, setRested] = useState({ key, value });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value
  useEffect(() => {
    const timer = setTimeout(() => setRested({ key, value }), restMs);
    return () => clearTimeout(timer);
  }, [key, restMs]);
  return { value: rested.value, isCurrent: rested.key === key };
}
