import type { RowIndex } from '@parlance/sdk';

/** Number of rows in a window, which is also the distance of the row index's anchors. */
export const WINDOW_ROWS = 200;

/** The known positions in the result of a query. */
export interface ResultIndex {
  readonly total: number;
  /** False while the service is still counting. */
  readonly isComplete: boolean;
  /** Cursor of the first row in each window: the id of that row's key. */
  readonly anchors: readonly string[];
  /** Ids of the keys of all rows. Null if there are too many to list. */
  readonly keyIds: readonly string[] | null;
}

export const EMPTY_INDEX: ResultIndex = { total: 0, isComplete: false, anchors: [], keyIds: [] };

/** Reads a part of the index. With `maxMs`, it returns the part that was found in that time. */
export type IndexReader = (
  place: { cursor?: string; maxMs?: number },
  signal: AbortSignal,
) => Promise<RowIndex>;

/** Time limit of an index's first part. As long as nothing is found, each next part may take twice as long. */
const FIRST_PART_MS = 50;
const MAX_SHORT_PART_MS = 400;

/** Reads the index of a query. Yields the known index after each part. */
export async function* readParts(
  read: IndexReader,
  signal: AbortSignal,
): AsyncGenerator<ResultIndex, void> {
  let index = EMPTY_INDEX;
  let cursor: string | undefined;
  let maxMs = FIRST_PART_MS;
  do {
    const isShort = index.total === 0 && maxMs <= MAX_SHORT_PART_MS;
    const part = await read({ ...(cursor && { cursor }), ...(isShort && { maxMs }) }, signal);
    index = appendPart(index, part);
    cursor = part.nextCursor ?? undefined;
    maxMs *= 2;
    yield index;
  } while (cursor !== undefined);
}

/**
 * Returns the number of rows in a later index of the same query that an earlier one lacks. If there are too many rows
 * to list, it is the difference of the totals.
 */
export function countNewRows(earlier: ResultIndex, later: ResultIndex): number {
  if (!earlier.keyIds || !later.keyIds) return Math.max(0, later.total - earlier.total);
  const known = new Set(earlier.keyIds);
  return later.keyIds.filter((keyId) => !known.has(keyId)).length;
}

/** Adds the next part of an index. */
export function appendPart(index: ResultIndex, part: RowIndex): ResultIndex {
  return {
    total: part.total,
    isComplete: part.isComplete,
    anchors: [...index.anchors, ...part.anchors],
    keyIds: index.keyIds && part.keyIds ? [...index.keyIds, ...part.keyIds] : null,
  };
}

/** Returns the window that would contain the row of a key. Null if the result cannot contain it. */
export function windowOfKey({ anchors, keyIds }: ResultIndex, keyId: string): number | null {
  if (keyIds) {
    const at = keyIds.indexOf(keyId);
    return at < 0 ? null : Math.floor(at / WINDOW_ROWS);
  }
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (anchors[middle]! <= keyId) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}
