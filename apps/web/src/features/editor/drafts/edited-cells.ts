import type { CellId } from '../cell/open-cell.ts';
import type { CellNames } from './cell-names.ts';
import type { Tabs } from './tabs.ts';

/** The cells that the user is editing, in this tab and in other tabs. */
export interface EditedCells {
  isElsewhere(name: string): boolean;
  start(cell: CellId): void;
  leave(cell: CellId): void;
  /** Notifies the other tabs of the cells that the user is editing in this tab. */
  answer(): void;
  /** Records that the user has started or stopped editing a cell in another tab. */
  note(type: 'editing' | 'left', name: string, tab: string): void;
}

export function createEditedCells(tabs: Tabs, names: CellNames): EditedCells {
  const tab = Math.random().toString(36).slice(2);
  const here = new Map<string, CellId>();
  const elsewhere = new Map<string, string>();
  return {
    isElsewhere: (name) => elsewhere.has(name),
    start(cell) {
      const { projectId, keyId, locale } = cell;
      const name = names.of(cell);
      if (here.has(name)) return;
      here.set(name, { projectId, keyId, locale });
      tabs.post({ type: 'editing', tab, cell: { projectId, keyId, locale } });
    },
    leave(cell) {
      const { projectId, keyId, locale } = cell;
      if (!here.delete(names.of(cell))) return;
      tabs.post({ type: 'left', tab, cell: { projectId, keyId, locale } });
    },
    answer() {
      for (const cell of here.values()) tabs.post({ type: 'editing', tab, cell });
    },
    note(type, name, other) {
      if (type === 'editing') elsewhere.set(name, other);
      else if (elsewhere.get(name) === other) elsewhere.delete(name);
    },
  };
}
