import { type CellId, cellKey } from '../cell/open-cell.ts';

/** Assigns to each cell the name by which drafts are stored in maps. */
export interface CellNames {
  of(cell: CellId): string;
  /** Keeps the name of a cell, so that a plural form has the same name before and after its key is created. */
  rename(cell: CellId, name: string): void;
}

export function createCellNames(): CellNames {
  const renamed = new Map<string, string>();
  return {
    of(cell) {
      const cellName = cellKey(cell);
      return renamed.get(cellName) ?? cellName;
    },
    rename: (cell, name) => void renamed.set(cellKey(cell), name),
  };
}
