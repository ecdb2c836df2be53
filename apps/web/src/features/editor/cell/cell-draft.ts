import type { Drafts } from '../drafts/drafts.ts';
import { type Base, baseOf } from '../drafts/save-value.ts';
import type { OpenCell } from './open-cell.ts';

/** Returns the value from which the text of a cell was written. */
export const baseOfCell = (drafts: Drafts, cell: OpenCell): Base =>
  drafts.baseOf(cell) ?? baseOf(cell.value);

/** Writes a text as the draft of a cell. */
export function fillCell(drafts: Drafts, cell: OpenCell, text: string): void {
  drafts.edit(cell, baseOfCell(drafts, cell), text);
}
