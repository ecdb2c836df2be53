import { useEffect, useState } from 'react';

/**
 * Returns a module once it is wanted and loaded, and null before. With `lazy`, its component could appear up to 300 ms
 * later, because React throttles fallbacks.
 */
export function useModule<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    if (!isWanted || module) return;
    let isCurrent = true;
    void load().then((loaded) => {
      if (isCurrent) setModule(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted, module]);
  return module;
}
