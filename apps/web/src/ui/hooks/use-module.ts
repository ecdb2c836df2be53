import { useEffect, useState } from 'react';

/**
 * Loads a module when it is needed. Returns null until it is loaded. With `React.lazy`, the component would appear up
 * to 300 ms later, because React delays the replacement of a fallback.
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
