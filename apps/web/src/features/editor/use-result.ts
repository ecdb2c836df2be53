import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Drafts } from './drafts/drafts.ts';
import { type RowQuery, rowReader } from './editor.queries.ts';
import { ChangedBy } from './grid/store/changed-by.ts';
import { WindowStore } from './grid/store/window-store.ts';

/** Returns a store of the rows that match a query, and updates it with saved texts. `rerun` runs the query again. */
export function useResult(
  { organizationId, projectId, locales, query }: RowQuery,
  drafts: Drafts,
  userId: string,
): { store: WindowStore; changedBy: ChangedBy; rerun(): void } {
  const [run, setRun] = useState(0);
  const names = locales.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the locales, `run` for the time
  const { store, changedBy } = useMemo(() => {
    const changedBy = new ChangedBy(userId);
    const reader = rowReader({ organizationId, projectId, locales, query });
    return {
      store: new WindowStore(reader, undefined, (before, after) =>
        changedBy.compare(before, after),
      ),
      changedBy,
    };
  }, [organizationId, projectId, names, query, run, userId]);
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
  return { store, changedBy, rerun };
}
