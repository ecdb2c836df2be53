import type { FileRow, WriteOptions } from '../format.ts';
import { onlyLocale } from '../patch/only-locale.ts';
import { valueIn } from '../patch/value-in.ts';
import { Yielder } from './yielder.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

export interface FileParts {
  /** Kind of file for error messages, such as `a JSON file`. */
  readonly what: string;
  readonly start?: string;
  /** Returns the output for a row. `count` is the number of preceding rows. */
  entry(row: FileRow, text: string, count: number): string;
  end?(count: number): string;
}

/** Writes a file of one locale in pieces. Skips rows that have no text in this locale. */
export async function* writeEntries(
  rows: AsyncIterable<FileRow[]>,
  options: Pick<WriteOptions, 'localeTags'>,
  { what, start = '', entry, end }: FileParts,
): AsyncGenerator<string, void> {
  const localeTag = onlyLocale(options, what);
  const yielder = new Yielder();
  let piece = start;
  let count = 0;
  for await (const batch of rows) {
    for (const row of batch) {
      const text = valueIn(row.values, localeTag)?.text;
      if (text === undefined) continue;
      piece += entry(row, text, count);
      count += 1;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  piece += end?.(count) ?? '';
  if (piece !== '') yield piece;
}
