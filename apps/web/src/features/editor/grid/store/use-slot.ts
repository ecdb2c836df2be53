import { useCallback, useSyncExternalStore } from 'react';
import type { Selection } from './selection.ts';
import type { Slot } from './slot.ts';
import type { WindowStore } from './window-store.ts';

/** Returns the row at an index, and renders the component again when the row changes. */
export function useSlot(store: WindowStore, index: number): Slot {
  const subscribe = useCallback(
    (changed: () => void) => store.subscribe(index, changed),
    [store, index],
  );
  return useSyncExternalStore(subscribe, () => store.slot(index));
}

/** True if the row is selected. */
export const useIsSelected = (selection: Selection, slot: Slot): boolean =>
  useSyncExternalStore(
    selection.subscribe,
    () => typeof slot !== 'string' && selection.has(slot.keyId),
  );
