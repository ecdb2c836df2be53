import { useEffect, useState } from 'react';

export type Checks = typeof import('@parlance/messages/checks');

let loaded: Checks | null = null;
let loading: Promise<Checks> | null = null;

/** Returns the checks of texts. Null until they are loaded. */
export const loadedChecks = (): Checks | null => loaded;

/** Loads the checks of texts once. After a failure, the next call tries again. */
export function loadChecks(): Promise<Checks> {
  loading ??= import('@parlance/messages/checks').then(
    (checks) => {
      loaded = checks;
      return checks;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Returns the checks of texts, and loads them when a text is opened. */
export function useChecks(): Checks | null {
  const [checks, setChecks] = useState(loaded);
  useEffect(() => {
    let isOpen = true;
    // If the checks cannot be loaded, the service checks the text when it is saved.
    loadChecks().then(
      (all) => isOpen && setChecks(all),
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return checks;
}
