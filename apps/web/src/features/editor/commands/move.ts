import type { Move } from '../cell/open-cell.ts';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { GridCell } from '../grid/place.ts';

/** Returns the cell to which a movement key leads (ARIA APG, grid). Returns null for other keys. */
export function placeAfter(
  chord: string,
  { row, column }: GridCell,
  grid: { rows: number; columns: number; pageRows: number; isRtl: boolean },
): GridCell | null {
  const lastRow = Math.max(0, grid.rows - 1);
  const lastColumn = grid.columns - 1;
  const at = (nextRow: number, nextColumn: number): GridCell => ({
    row: Math.max(0, Math.min(lastRow, nextRow)),
    column: Math.max(0, Math.min(lastColumn, nextColumn)),
  });
  const forward = grid.isRtl ? -1 : 1;
  switch (chord) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowRight':
      return at(row, column + forward);
    case 'ArrowLeft':
      return at(row, column - forward);
    case 'PageUp':
      return at(row - grid.pageRows, column);
    case 'PageDown':
      return at(row + grid.pageRows, column);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, lastColumn);
    case 'Mod+Home':
      return at(0, column);
    case 'Mod+End':
      return at(lastRow, column);
    default:
      return null;
  }
}

/** Returns the cell to open after an open cell was closed. Returns null if no cell is to be opened. */
export function placeAfterLeaving(
  to: Move,
  { row, column }: GridCell,
  grid: { rows: number; columns: number },
): GridCell | null {
  if (to === 'next-row' && row + 1 < grid.rows) return { row: row + 1, column };
  if (to === 'next-cell' && column + 1 < grid.columns) return { row, column: column + 1 };
  if (to === 'previous-cell' && column > FIRST_TARGET) return { row, column: column - 1 };
  return null;
}
