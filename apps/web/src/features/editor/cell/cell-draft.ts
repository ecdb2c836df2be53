import type { Drafts } from '../drafts/drafts.ts';
import { type Base, baseOf } from '../drafts/save-value.ts';
import type { OpenCell } from './open-cell.ts';

/** Returns the value and the source string of a cell as the cell shows them. */
export function shownBase({ value, source: { version, text } }: OpenCell): Base {
  return { ...baseOf(value), ...(version !== undefined && { source: { version, text } }) };
}

/** Returns the version of the value on which a cell's unsaved text is based. */
export const baseOfCell = (drafts: Drafts, cell: OpenCell): Base =>
  drafts.baseOf(cell) ?? shownBase(cell);

/** Replaces the text of a cell with an unsaved text. */
export function fillCell(drafts: Drafts, cell: OpenCell, text: string): void {
  drafts.edit(cell, baseOfCell(drafts, cell), text);
}
