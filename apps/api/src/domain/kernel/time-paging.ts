import { LIMITS } from '@parlance/contracts';
import { encodeCursor, failCursor, readCursor } from '../../lib/cursor.ts';
import type { Page } from './paging.ts';

const CURSOR =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Position in a list that is sorted by time and id. */
export interface TimePlace {
  at: Date;
  id: string;
}

export interface TimePageQuery {
  limit: number;
  /** Position of the last row on the previous page. Null for the first page. */
  after: TimePlace | null;
}

/**
 * Reads `limit` and `cursor` from the query of a list that is sorted by time.
 *
 * @throws `validation_failed` for an invalid cursor
 */
export function timePageQueryOf(query: { limit?: number; cursor?: string }): TimePageQuery {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  if (query.cursor === undefined) return { limit, after: null };
  const [time, id] = readCursor(query.cursor, CURSOR) as [time: string, id: string];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) failCursor();
  return { limit, after: { at, id } };
}

/**
 * Makes a page from rows of a query with the limit `limit + 1`. The additional row shows that
 * another page follows.
 */
export function timePageOf<Row>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => TimePlace,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last === undefined ? null : cursorOf(placeOf(last)), limit };
}

const cursorOf = ({ at, id }: TimePlace): string => encodeCursor(`${at.toISOString()} ${id}`);
