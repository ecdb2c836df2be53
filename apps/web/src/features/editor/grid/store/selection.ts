/**
 * Maximum number of rows that the user can select individually. The service accepts at most as many ids in one change.
 */
export const MAX_SELECTED = 2_000;

/** The rows to which a bulk change applies: the selected rows, or all rows of the query. */
export interface Selected {
  readonly isAll: boolean;
  readonly keyIds: ReadonlySet<string>;
}

/** The selected rows. They are stored outside of React, so that only changed rows are rendered again. */
export interface Selection {
  state(): Selected;
  has(keyId: string): boolean;
  subscribe(changed: () => void): () => void;
  toggle(keyId: string): void;
  /** Adds rows to the selection. Returns false if it would contain too many rows. */
  add(keyIds: readonly string[]): boolean;
  selectAll(): void;
  clear(): void;
}

const NONE: Selected = { isAll: false, keyIds: new Set() };

export function createSelection(): Selection {
  const listeners = new Set<() => void>();
  let selected = NONE;
  const put = (next: Selected) => {
    selected = next;
    for (const changed of [...listeners]) changed();
  };
  return {
    state: () => selected,
    has: (keyId) => selected.isAll || selected.keyIds.has(keyId),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    toggle(keyId) {
      const keyIds = new Set(selected.keyIds);
      if (!keyIds.delete(keyId) && keyIds.size < MAX_SELECTED) keyIds.add(keyId);
      put({ isAll: false, keyIds });
    },
    add(added) {
      const keyIds = new Set([...selected.keyIds, ...added]);
      if (keyIds.size > MAX_SELECTED) return false;
      put({ isAll: false, keyIds });
      return true;
    },
    selectAll: () => put({ isAll: true, keyIds: new Set() }),
    clear: () => put(NONE),
  };
}
