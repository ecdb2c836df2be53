import { LIMITS } from '@parlance/contracts';
import { isUuid } from '../db/ids/uuid.ts';
import { encodeCursor, failCursor, readCursor } from '../lib/cursor.ts';

/** Parameters of a list. `after` is the last row of the previous page. Null for the first page. */
export interface PageQuery {
  limit: number;
  after: string | null;
}

/** Selects rows of a list by whether they are archived. */
export interface ArchivedFilter {
  withArchived: boolean;
  onlyArchived?: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** Opaque cursor. Null on the last page. */
  nextCursor: string | null;
  limit: number;
}

/** Reads `limit` and `cursor` of a list sorted by id. @throws `validation_failed` for an invalid cursor. */
export function pageQueryOf(query: { limit?: number; cursor?: string }): PageQuery {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  if (query.cursor === undefined) return { limit, after: null };
  const after = readCursor(query.cursor, /^(.*)$/)[0]!;
  if (!isUuid(after)) failCursor();
  return { limit, after };
}

/** Reads the query as {@link pageQueryOf} does, with `archived` and `onlyArchived`. */
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

/** Makes a page of rows that were read with `limit + 1`. The extra row only shows that there are more. */
export function pageOf<Row>(rows: Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    nextCursor: last === undefined ? null : encodeCursor(idOf(last)),
    limit,
  };
}
