import type { FileRow, WriteOptions } from '../../format.ts';
import { valueIn } from '../../patch/value-in.ts';
import { Yielder } from '../../text/yielder.ts';
import { commentOf } from './comments.ts';
import { quote } from './escapes.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

export async function* writeStrings(
  rows: AsyncIterable<FileRow[]>,
  { localeTags }: WriteOptions,
): AsyncGenerator<string, void> {
  if (localeTags.length !== 1) throw new RangeError('a .strings file contains exactly one locale');
  const yielder = new Yielder();
  let piece = '';
  let isFirst = true;
  for await (const batch of rows) {
    for (const { name, description, values } of batch) {
      const text = valueIn(values, localeTags[0]!)?.text;
      if (text === undefined) continue;
      const comment = commentOf(description, name);
      if (comment !== '') piece += `${isFirst ? '' : '\n'}${comment}\n`;
      piece += `${quote(name, name)} = ${quote(text, name)};\n`;
      isFirst = false;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  if (piece !== '') yield piece;
}
