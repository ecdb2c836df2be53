import { LIMITS } from '@parlance/contracts';
import { isUuid } from '../db/uuid.ts';
import { failAt } from '../errors.ts';

/** What a list was asked for. `after` is the last row of the page before; null at the start. */
export interface PageQuery {
  limit: number;
  after: string | null;
}

export interface Page<Row> {
  rows: Row[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
  limit: number;
}

/** Reads `limit` and `cursor` of a list sorted by id. @throws `validation_failed` for a foreign cursor. */
export function pageQueryOf(query: { limit?: number; cursor?: string }): PageQuery {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  if (query.cursor === undefined) return { limit, after: null };
  const after = Buffer.from(query.cursor, 'base64url').toString('latin1');
  if (!isUuid(after)) failCursor();
  return { limit, after };
}

/** Refuses a cursor that no page of the list has given. */
export function failCursor(): never {
  failAt('query/cursor', 'is not a cursor of this list');
}

/**
 * Makes a page of rows that were read with `limit + 1`: the extra row only tells that there are more.
 */
export function pageOf<Row>(rows: Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    nextCursor: last === undefined ? null : Buffer.from(idOf(last), 'latin1').toString('base64url'),
    limit,
  };
}
