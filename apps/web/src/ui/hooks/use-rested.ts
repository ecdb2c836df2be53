import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for the given time. Values with the same key count as equal. */
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
