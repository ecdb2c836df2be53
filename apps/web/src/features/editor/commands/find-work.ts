import type { Cell } from '@parlance/sdk';
import type { Slot } from '../grid/store/slot.ts';
import type { WindowStore } from '../grid/store/window-store.ts';

/** Maximum number of rows that are searched for work. A request reads 200 rows. */
export const WORK_ROWS = 5_000;

/** True if a value in the row is missing or outdated, needs a review, or has findings. */
function needsWork(slot: Slot, locale: string): boolean {
  if (typeof slot === 'string' || !slot.translatable) return false;
  const cell = slot.values[locale] ?? null;
  if (cell === null || cell.state === 'needs_review' || cell.outdated || cell.checks.length > 0) {
    return true;
  }
  return (slot.family?.forms.length ?? 0) > (cell.forms?.length ?? 0);
}

/** True if the value of a row in a locale is outdated or has the state `needs_review`. */
export const needsReview = (slot: Slot, locale: string): boolean =>
  hasValue(slot, locale, ({ state, outdated }) => state === 'needs_review' || outdated);

/** True if the value of a row in a locale is outdated or nobody has reviewed it. */
export const isUnreviewed = (slot: Slot, locale: string): boolean =>
  hasValue(slot, locale, ({ state, outdated }) => state !== 'reviewed' || outdated);

function hasValue(
  slot: Slot,
  locale: string,
  isWanted: (value: Pick<Cell, 'state' | 'outdated'>) => boolean,
): boolean {
  const cell =
    typeof slot === 'string' || !slot.translatable ? null : (slot.values[locale] ?? null);
  return cell !== null && (cell.forms ?? [cell]).some(isWanted);
}

/**
 * Returns the nearest row before or after `from` with work in a locale. Returns null if there is none within the limit.
 */
export async function findWork(
  store: WindowStore,
  from: number,
  step: 1 | -1,
  locale: string,
  isWanted = needsWork,
): Promise<number | null> {
  const { total } = store.state();
  for (let searched = 1; searched <= WORK_ROWS; searched++) {
    const row = from + step * searched;
    if (row < 0 || row >= total) return null;
    const loadedRow = store.slot(row);
    if (isWanted(loadedRow === 'loading' ? await store.load(row) : loadedRow, locale)) return row;
  }
  return null;
}
