import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChangeAddress, EditorAddress } from '../editor-address.ts';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { GridCell } from '../grid/place.ts';
import type { Slot } from '../grid/store/slot.ts';
import type { WindowStore } from '../grid/store/window-store.ts';

const ADDRESS_REST_MS = 400;

export interface ActivePlace {
  readonly active: GridCell;
  readonly slot: Slot;
  /** True if the key in the address does not match the query. */
  readonly isOutside: boolean;
  /** False while the row of the key in the address is searched for. */
  readonly isPlaced: boolean;
  move(place: GridCell): void;
  setOutside(isOutside: boolean): void;
  /** Stops updating the address until the user moves to another cell. */
  hold(): void;
}

/**
 * Returns the active cell. If the address changes, the row of its key becomes active. If the active row changes, its
 * key is written into the address.
 */
export function usePlace(
  store: WindowStore,
  address: EditorAddress,
  onAddress: ChangeAddress,
): ActivePlace {
  const [active, setActive] = useState<GridCell>({ row: 0, column: FIRST_TARGET });
  const [isOutside, setOutside] = useState(false);
  const [isPlaced, setPlaced] = useState(address.key === undefined);
  const slot = useSyncExternalStore(
    useCallback((changed: () => void) => store.subscribe(active.row, changed), [store, active.row]),
    () => store.slot(active.row),
  );
  const keyId = typeof slot === 'string' ? undefined : slot.keyId;

  const { key } = address;
  const hasMoved = useRef(false);
  // The key that this page has written into the address last. A different key comes from a link or from the browser's
  // history.
  const written = useRef<{ key: string; store: WindowStore } | null>(null);
  const lastKey = useRef(key);
  const activeKey = useRef(keyId);
  useEffect(() => {
    const isOtherKey = lastKey.current !== key;
    lastKey.current = key;
    if (written.current?.key === key && written.current?.store === store) {
      setPlaced(true);
      return;
    }
    let isCurrent = true;
    setOutside(false);
    // Other rows or locales can be shown before the key of the active row is in the address.
    const wanted = isOtherKey || !hasMoved.current ? key : (activeKey.current ?? key);
    setPlaced(wanted === undefined);
    if (wanted !== undefined) {
      void store.find(wanted).then((found) => {
        if (!isCurrent) return;
        setPlaced(true);
        setOutside(found < 0 && key !== undefined && store.state().problem === null);
        setActive((place) => ({ ...place, row: Math.max(0, found) }));
      });
    } else setActive((place) => ({ ...place, row: 0 }));
    return () => {
      isCurrent = false;
    };
  }, [store, key]);

  useEffect(() => {
    if (keyId !== undefined) activeKey.current = keyId;
  }, [keyId]);
  useEffect(() => {
    if (!hasMoved.current || keyId === undefined || keyId === key) return;
    const timer = setTimeout(() => {
      written.current = { key: keyId, store };
      onAddress((current) => ({ ...current, key: keyId }), { replace: true });
    }, ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [keyId, key, onAddress, store]);

  return {
    active,
    slot,
    isOutside,
    isPlaced,
    setOutside,
    move(place) {
      hasMoved.current = true;
      setOutside(false);
      setActive(place);
    },
    hold: useCallback(() => {
      hasMoved.current = false;
    }, []),
  };
}
