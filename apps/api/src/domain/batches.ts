/** Number of rows in one bulk statement: enough to save round trips, and few enough to keep memory flat. */
export const BULK_ROWS = 5_000;

/** Yields index ranges that split `length` items into batches of `size`. */
export function* rangesOf(length: number, size = BULK_ROWS): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += size) yield [from, Math.min(from + size, length)];
}
