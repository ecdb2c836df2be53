import type { FileRow, WriteOptions } from '../../format.ts';
import { writeEntries } from '../../text/write-entries.ts';
import { commentOf } from './comments.ts';
import { quote } from './escapes.ts';

export const writeStrings = (
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> =>
  writeEntries(rows, options, {
    what: 'a .strings file',
    entry({ name, description }, text, count) {
      const comment = commentOf(description, name);
      const lead = comment === '' ? '' : `${count === 0 ? '' : '\n'}${comment}\n`;
      return `${lead}${quote(name, name)} = ${quote(text, name)};\n`;
    },
  });
