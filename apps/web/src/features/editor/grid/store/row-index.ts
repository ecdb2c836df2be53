import type { RowIndex } from '@parlance/sdk';

/** Number of rows that one request loads. The row index has an anchor for each such window of rows. */
export const WINDOW_ROWS = 200;

/** The number and the ids of the rows that match a query, as far as the service has found them. */
export interface ResultIndex {
  readonly total: number;
  /** False while the service is still counting. */
  readonly isComplete: boolean;
  /** For each window, the cursor that loads its rows. It is the id of the key in the first row. */
  readonly anchors: readonly string[];
  /** Ids of the keys in all rows. Null if there are too many rows. */
  readonly keyIds: readonly string[] | null;
}

export const EMPTY_INDEX: ResultIndex = { total: 0, isComplete: false, anchors: [], keyIds: [] };

/**
 * Reads a part of the index. With `maxMs`, the service stops after this time and returns the rows that it has found.
 */
export type IndexReader = (
  place: { cursor?: string; maxMs?: number },
  signal: AbortSignal,
) => Promise<RowIndex>;

/** Time limit of the first part of the index in milliseconds. It doubles with each part until a row is found. */
const FIRST_PART_MS = 50;
const MAX_SHORT_PART_MS = 400;

/** Reads the index of a query part by part. Yields everything that is known after each part. */
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
 * Returns the number of rows in `later` that `earlier` does not contain. If the ids of the rows are not known, returns
 * the difference between the totals.
 */
export function countNewRows(earlier: ResultIndex, later: ResultIndex): number {
  if (!earlier.keyIds || !later.keyIds) return Math.max(0, later.total - earlier.total);
  const earlierIds = new Set(earlier.keyIds);
  return later.keyIds.filter((keyId) => !earlierIds.has(keyId)).length;
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

/** Returns the window that would contain the row of a key. Returns null if the key cannot match the query. */
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
