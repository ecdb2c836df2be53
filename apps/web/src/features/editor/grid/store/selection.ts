/**
 * Maximum number of rows that the user can select individually. The service accepts at most as many ids in one change.
 */
export const MAX_SELECTED = 2_000;

/** The rows to which a bulk change applies: the selected rows, or all rows of the query. */
export interface Selected {
  readonly isAll: boolean;
  readonly keyIds: ReadonlySet<string>;
}

const NONE: Selected = { isAll: false, keyIds: new Set() };

/** The selected rows. They are stored outside of React, so that only changed rows are rendered again. */
export class Selection {
  readonly #listeners = new Set<() => void>();
  #selected = NONE;

  readonly state = (): Selected => this.#selected;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  has(keyId: string): boolean {
    return this.#selected.isAll || this.#selected.keyIds.has(keyId);
  }

  toggle(keyId: string): void {
    const keyIds = new Set(this.#selected.keyIds);
    if (!keyIds.delete(keyId) && keyIds.size < MAX_SELECTED) keyIds.add(keyId);
    this.#set({ isAll: false, keyIds });
  }

  /** Adds rows to the selection. Returns false if it would contain too many rows. */
  add(added: readonly string[]): boolean {
    const keyIds = new Set([...this.#selected.keyIds, ...added]);
    if (keyIds.size > MAX_SELECTED) return false;
    this.#set({ isAll: false, keyIds });
    return true;
  }

  selectAll(): void {
    this.#set({ isAll: true, keyIds: new Set() });
  }

  clear(): void {
    this.#set(NONE);
  }

  #set(selected: Selected): void {
    this.#selected = selected;
    for (const changed of [...this.#listeners]) changed();
  }
}
