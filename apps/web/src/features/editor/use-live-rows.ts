import { useEffect, useState } from 'react';
import { live } from '../../lib/live.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { WindowStore } from './grid/window-store.ts';

/** Keys whose own saves are known to be in the rows already. */
const MOST_SAVED = 100;

/**
 * Keeps rows up to date with what others write. Returns the number of keys that came since the query was run: they
 * have no row yet.
 */
export function useLiveRows(
  store: WindowStore,
  { projectId, userId, drafts }: { projectId: string; userId: string; drafts: Drafts },
): number {
  const [newKeys, setNewKeys] = useState({ store, count: 0 });
  useEffect(() => {
    const saved = new Set<string>();
    const stopSaved = drafts.onSaved(({ keyId }) => {
      if (saved.size >= MOST_SAVED) saved.clear();
      saved.add(keyId);
    });
    const stopEvents = live.onEvents(projectId, (events) => {
      const keyIds = new Set<string>();
      let isAll = false;
      let count = 0;
      for (const event of events) {
        if (event.type === 'reset') isAll = true;
        if (event.type !== 'values' && event.type !== 'keys') continue;
        if (event.type === 'keys') count += event.created + event.restored;
        if (event.keyIds === null) isAll = true;
        // The rows have the saves of this browser already.
        const isOwn = event.type === 'values' && event.by.id === userId;
        for (const keyId of event.keyIds ?? []) {
          if (!isOwn || !saved.delete(keyId)) keyIds.add(keyId);
        }
      }
      if (isAll) store.refresh(null);
      else if (keyIds.size > 0) store.refresh(keyIds);
      if (count > 0) {
        setNewKeys((known) => ({
          store,
          count: count + (known.store === store ? known.count : 0),
        }));
      }
    });
    return () => {
      stopSaved();
      stopEvents();
    };
  }, [store, projectId, userId, drafts]);
  return newKeys.store === store ? newKeys.count : 0;
}
