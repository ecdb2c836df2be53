import { type CellId, cellKey } from '../cell/open-cell.ts';

/** The names by which the drafts of cells are stored in maps. */
export class CellNames {
  readonly #renamed = new Map<string, string>();

  of(cell: CellId): string {
    const cellName = cellKey(cell);
    return this.#renamed.get(cellName) ?? cellName;
  }

  /** Keeps the name of a cell, so that a plural form has the same name before and after its key is created. */
  rename(cell: CellId, name: string): void {
    this.#renamed.set(cellKey(cell), name);
  }
}
