import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Drafts } from './drafts/drafts.ts';
import { type RowQuery, rowReader } from './editor.queries.ts';
import { createWindowStore, type WindowStore } from './grid/window-store.ts';

/** The rows of a query, kept up to date with what is saved. `rerun` runs the query again. */
export function useResult(
  { organizationId, projectId, locales, query }: RowQuery,
  drafts: Drafts,
): { store: WindowStore; rerun(): void } {
  const [run, setRun] = useState(0);
  const names = locales.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the locales, `run` for the time
  const store = useMemo(
    () => createWindowStore(rowReader({ organizationId, projectId, locales, query })),
    [organizationId, projectId, names, query, run],
  );
  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);
  useEffect(
    () =>
      drafts.onSaved((cell, value) => {
        if (cell.projectId === projectId) store.put(cell.keyId, cell.locale, value);
      }),
    [drafts, store, projectId],
  );
  const rerun = useCallback(() => setRun((runs) => runs + 1), []);
  return { store, rerun };
}
