import { LIMITS } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { encodeCursor, readCursor } from '../../lib/cursor.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import type { Principal } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { requireFilter, requireRowLocales } from './row-filter.ts';
import { indexRows, type RowIndexPart } from './row-scan.store.ts';
import { runRowScan } from './run-scan.ts';

const MAX_KEY_IDS = 2_000;

export interface RowIndexQuery {
  locales: string[];
  query?: string;
  step?: number;
  cursor?: string;
}

export interface RowIndexView extends Omit<RowIndexPart, 'next'> {
  step: number;
  nextCursor: string | null;
}

/** Id of the last key that was read, and the rows found so far. */
const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,9})$/;

/**
 * Counts the rows of a filter, or continues to do so, and keeps the positions of every `step`-th.
 *
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function viewRowIndex(
  deps: Pick<Deps, 'db' | 'concurrency'>,
  principal: Principal,
  project: { id: ProjectRef; source_locale_id: number },
  allLocales: readonly LocaleRow[],
  asked: RowIndexQuery,
  signal: AbortSignal,
): Promise<RowIndexView> {
  const locales = requireRowLocales(project, allLocales, asked.locales);
  const filter = requireFilter(asked.query ?? '', locales, allLocales);
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, CURSOR);
  const step = asked.step ?? LIMITS.rowPageSize;
  const options = {
    after: place?.[0] ?? null,
    found: Number(place?.[1] ?? 0),
    step,
    maxKeyIds: MAX_KEY_IDS,
    signal,
  };
  const { next, ...part } = await runRowScan(deps, principal, filter, (tx) =>
    indexRows(tx, project.id, filter, options),
  );
  return { ...part, step, nextCursor: next && encodeCursor(`${next} ${part.total}`) };
}
