import type { CellId } from '../cell/open-cell.ts';
import type { CellNames } from './cell-names.ts';
import type { Tabs } from './tabs.ts';

/** The cells that the user is editing, in this tab and in other tabs. */
export class EditedCells {
  readonly #tabs: Tabs;
  readonly #names: CellNames;
  readonly #tab = Math.random().toString(36).slice(2);
  readonly #here = new Map<string, CellId>();
  /** The ids of the other tabs by the names of the cells that are edited there. */
  readonly #elsewhere = new Map<string, string>();

  constructor(tabs: Tabs, names: CellNames) {
    this.#tabs = tabs;
    this.#names = names;
  }

  isElsewhere(name: string): boolean {
    return this.#elsewhere.has(name);
  }

  start({ projectId, keyId, locale }: CellId): void {
    const cell = { projectId, keyId, locale };
    const name = this.#names.of(cell);
    if (this.#here.has(name)) return;
    this.#here.set(name, cell);
    this.#tabs.post({ type: 'editing', tab: this.#tab, cell });
  }

  leave({ projectId, keyId, locale }: CellId): void {
    const cell = { projectId, keyId, locale };
    if (!this.#here.delete(this.#names.of(cell))) return;
    this.#tabs.post({ type: 'left', tab: this.#tab, cell });
  }

  /** Notifies the other tabs of the cells that the user is editing in this tab. */
  answer(): void {
    for (const cell of this.#here.values()) {
      this.#tabs.post({ type: 'editing', tab: this.#tab, cell });
    }
  }

  /** Records that the user has started or stopped editing a cell in another tab. */
  note(type: 'editing' | 'left', name: string, tab: string): void {
    if (type === 'editing') this.#elsewhere.set(name, tab);
    else if (this.#elsewhere.get(name) === tab) this.#elsewhere.delete(name);
  }
}
