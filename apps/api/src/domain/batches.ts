/** Rows of one bulk statement: large enough to spare round trips, small enough to stay flat in memory. */
export const BULK_ROWS = 5_000;

/** Index ranges of `length` things, `size` at a time. */
export function* rangesOf(length: number, size = BULK_ROWS): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += size) yield [from, Math.min(from + size, length)];
}
