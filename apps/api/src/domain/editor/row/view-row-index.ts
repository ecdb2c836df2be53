import { LIMITS } from '@parlance/contracts';
import type { AppDeps } from '../../../app-deps.ts';
import { encodeCursor, readCursor } from '../../../lib/cursor.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import type { RowState } from '../../project/index.ts';
import { requireFilter, requireRowLocales } from './row-filter.ts';
import { indexRows, type RowIndexPart } from './row-scan.store.ts';
import { runRowScan } from './run-scan.ts';

const MAX_KEY_IDS = 2_000;

export interface RowIndexQuery {
  locales: string[];
  query?: string;
  step?: number;
  cursor?: string;
  maxMs?: number;
}

export interface RowIndexView extends Omit<RowIndexPart, 'next'> {
  step: number;
  nextCursor: string | null;
}

/** Format of a cursor: the id of the last examined key, and the number of matching rows so far. */
const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,9})$/;

/**
 * Returns the number of matching rows, and the ids of every `step`-th row. If the time limit is
 * reached, the next call continues.
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function viewRowIndex(
  deps: Pick<AppDeps, 'contentReads' | 'concurrency' | 'rowAnswers'>,
  principal: Principal,
  state: RowState,
  asked: RowIndexQuery,
  { signal, maxMs = asked.maxMs }: { signal: AbortSignal; maxMs?: number },
): Promise<RowIndexView> {
  const { project } = state;
  const locales = requireRowLocales(project, state.locales, asked.locales);
  const filter = requireFilter(asked.query ?? '', locales, state.locales, project.settings.checks);
  const cursorParts = asked.cursor === undefined ? null : readCursor(asked.cursor, CURSOR);
  const step = asked.step ?? LIMITS.rowPageSize;
  const options = {
    after: cursorParts?.[0] ?? null,
    found: Number(cursorParts?.[1] ?? 0),
    step,
    maxKeyIds: MAX_KEY_IDS,
    signal,
    ...(maxMs === undefined ? {} : { maxMs }),
  };
  const hasConditions = filter.query.terms.length > 0;
  const asks = hasConditions ? [asked.query, locales.asked.map(({ id }) => id)] : [];
  const { next, ...part } = await deps.rowAnswers.take(
    state,
    ['row-index', options.after, options.found, step, ...(hasConditions ? [maxMs] : []), ...asks],
    () =>
      runRowScan(
        deps,
        principal,
        filter,
        (read) => deps.contentReads.ofRows(ownerOf(principal), state, read),
        (tx) => indexRows(tx, project.id, filter, options),
      ),
    // The cached result may end at the time limit. The next request continues from there.
    signal,
  );
  return { ...part, step, nextCursor: next && encodeCursor(`${next} ${part.total}`) };
}
