import { useEffect, useState } from 'react';

/**
 * Returns a module once it is wanted and loaded, and null before. `lazy` would show its component up to 300 ms later:
 * React shows one fallback at least that long after another.
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
