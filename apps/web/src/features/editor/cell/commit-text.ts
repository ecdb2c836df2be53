import type { ValueState } from '@parlance/sdk';
import type { Drafts } from '../drafts/drafts.ts';
import { baseOfCell } from './cell-draft.ts';
import { checkText, isError } from './findings/check-text.ts';
import { loadChecks, loadedChecks } from './findings/checks.ts';
import type { OpenCell } from './open-cell.ts';

/**
 * Saves the text of a cell when the cell loses the focus. A text with an error stays unsaved, unless it is saved with
 * the state `needs_review`.
 */
export function commitText(
  drafts: Drafts,
  cell: OpenCell,
  written: string,
  state?: ValueState,
): void {
  const base = baseOfCell(drafts, cell);
  const isChecked = written !== base.text && state !== 'needs_review';
  const commit = (): void => drafts.commit(cell, base, cell.proposes ? undefined : state);
  if (!isChecked) {
    commit();
    return;
  }
  const checks = loadedChecks();
  if (checks === null) {
    // The checks load when a cell opens. If they cannot be loaded, the service checks the text.
    void loadChecks().then(() => commitText(drafts, cell, written, state), commit);
    return;
  }
  const errors = checkText(checks, cell, written).filter(isError);
  if (errors.length > 0) drafts.block(cell, [...new Set(errors.map(({ code }) => code))]);
  else commit();
}
