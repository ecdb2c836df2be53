import { useEffect, useState } from 'react';
import { live } from '../../lib/live.ts';
import { rarely } from '../../lib/rarely.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { WindowStore } from './grid/store/window-store.ts';

/** Maximum number of keys for which the page remembers that the user has saved them. */
const MOST_SAVED = 100;
/** Minimum time in milliseconds between two counts of new rows. */
const REST_MS = 2_000;

/**
 * Updates the rows when other people change keys or values. Returns the number of keys that match the query and have no
 * row yet.
 */
export function useLiveRows(
  store: WindowStore,
  { projectId, userId, drafts }: { projectId: string; userId: string; drafts: Drafts },
): number {
  const [newKeys, setNewKeys] = useState({ store, count: 0 });
  useEffect(() => {
    // The new rows are counted by the service. Events are not sufficient, because they also report keys that do not
    // match the query, and some events may have been missed.
    const counting = rarely(() => {
      const show = (count: number) => setNewKeys({ store, count });
      // A failed count is repeated after the next event.
      store.countNew().then(show, () => {});
    }, REST_MS);
    const saved = new Set<string>();
    const stopSaved = drafts.onSaved(({ keyId }) => {
      if (saved.size >= MOST_SAVED) saved.clear();
      saved.add(keyId);
    });
    const stopEvents = live.onEvents(projectId, (events) => {
      const keyIds = new Set<string>();
      let isAll = false;
      let hasNew = false;
      for (const event of events) {
        if (event.type === 'reset') isAll = hasNew = true;
        if (event.type === 'proposal' || event.type === 'comment') keyIds.add(event.keyId);
        if (event.type !== 'values' && event.type !== 'keys') continue;
        if (event.type === 'keys' && event.created + event.restored > 0) hasNew = true;
        if (event.keyIds === null) isAll = true;
        // The rows already contain the values that the user has saved in this browser.
        const isOwn = event.type === 'values' && event.by.id === userId;
        for (const keyId of event.keyIds ?? []) {
          if (!isOwn || !saved.delete(keyId)) keyIds.add(keyId);
        }
      }
      if (isAll) store.refresh(null);
      else if (keyIds.size > 0) store.refresh(keyIds);
      if (hasNew) counting.call();
    });
    return () => {
      stopSaved();
      stopEvents();
      counting.stop();
    };
  }, [store, projectId, userId, drafts]);
  return newKeys.store === store ? newKeys.count : 0;
}
