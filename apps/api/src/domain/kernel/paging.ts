import { LIMITS } from '@parlance/contracts';
import { isUuid } from '../../db/ids/uuid.ts';
import { encodeCursor, failCursor, readCursor } from '../../lib/cursor.ts';

/**
 * Size and start of a page. `after` is the last id of the previous page, or null for the first
 * page.
 */
export interface PageQuery {
  limit: number;
  after: string | null;
}

export interface ArchivedFilter {
  withArchived: boolean;
  onlyArchived?: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** Cursor of the next page, which clients must not interpret. Null on the last page. */
  nextCursor: string | null;
  limit: number;
  /** Number of rows in all pages, if it is known. */
  total?: number;
}

/**
 * Reads `limit` and `cursor` from the query of a list that is sorted by id.
 *
 * @throws `validation_failed` for an invalid cursor
 */
export function pageQueryOf(query: { limit?: number; cursor?: string }): PageQuery {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  if (query.cursor === undefined) return { limit, after: null };
  const after = readCursor(query.cursor, /^(.*)$/)[0]!;
  if (!isUuid(after)) failCursor();
  return { limit, after };
}

export const archivablePageQueryOf = (query: {
  limit?: number;
  cursor?: string;
  archived?: boolean;
  onlyArchived?: boolean;
}): PageQuery & ArchivedFilter => ({
  ...pageQueryOf(query),
  withArchived: query.archived ?? false,
  onlyArchived: query.onlyArchived ?? false,
});

/**
 * Makes a page from rows of a query with the limit `limit + 1`. The additional row shows that
 * another page follows.
 */
export function pageOf<Row>(rows: Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    nextCursor: last === undefined ? null : encodeCursor(idOf(last)),
    limit,
  };
}
