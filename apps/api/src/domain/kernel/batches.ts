/** Number of rows in one bulk statement. Larger batches would take more memory, and smaller ones more round trips. */
export const BULK_ROWS = 5_000;

/** Splits `length` items into batches of `size`, and yields the index range of each batch. */
export function* rangesOf(length: number, size = BULK_ROWS): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += size) yield [from, Math.min(from + size, length)];
}
