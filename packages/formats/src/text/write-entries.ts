import type { FileRow, WriteOptions } from '../format.ts';
import { onlyLocale } from '../patch/only-locale.ts';
import { valueIn } from '../patch/value-in.ts';
import { Yielder } from './yielder.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/** The parts of a file of one locale. */
export interface FileParts {
  /** Kind of file, for errors: `a JSON file`. */
  readonly what: string;
  readonly start?: string;
  /** Returns a row with its text. `count` is the number of rows before it. */
  entry(row: FileRow, text: string, count: number): string;
  end?(count: number): string;
}

/** Writes the rows that have a text in the locale of a file, and yields pieces of the file. */
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
