import { LIMITS } from '@parlance/contracts';
import type { AppDeps } from '../../../app-deps.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import { inScan, ownerOf, type Page, type Principal } from '../../kernel/index.ts';
import type { RowState } from '../../project/index.ts';
import { type KeyTreeRow, listKeyTree } from './key-tree.store.ts';
import { runScan } from './run-scan.ts';

export interface KeyTreeView extends KeyTreeRow {
  /** Prefix of the names that continue after this segment. Null if no name continues. */
  prefix: string | null;
}

/**
 * A cursor is `=` and a segment. Without the `=`, the cursor of an empty segment would be empty.
 */
const CURSOR = /^=(.*)$/s;

/**
 * Returns a page of the segments that follow a prefix in the names of keys.
 * @throws `validation_failed`
 */
export async function pageKeyTree(
  deps: Pick<AppDeps, 'contentReads' | 'concurrency' | 'rowAnswers'>,
  principal: Principal,
  state: RowState,
  query: { prefix?: string; limit?: number; cursor?: string },
): Promise<Page<KeyTreeView>> {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const after = decodeCursor(query.cursor, CURSOR)?.[0] ?? null;
  const { project } = state;
  const separator = project.settings.keySeparator;
  const prefix = query.prefix ?? '';
  const found = await deps.rowAnswers.take(state, ['key-tree', prefix, after, limit], () =>
    runScan(deps, principal, () =>
      deps.contentReads.ofRows(ownerOf(principal), state, (db) =>
        inScan(db, (tx) =>
          listKeyTree(tx, project.id, { prefix, separator }, { after, limit: limit + 1 }),
        ),
      ),
    ),
  );
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => ({
      ...row,
      prefix: row.has_children ? `${prefix}${row.segment}${separator}` : null,
    })),
    nextCursor: last === undefined ? null : encodeCursor(`=${last.segment}`),
    limit,
  };
}
