import type { FileRow, WriteOptions } from '../format.ts';
import { writeEntries } from '../text/write-entries.ts';
import { commentLines } from './comments.ts';
import { ASCII, escapeKey, escapeValue, UTF_8 } from './escapes.ts';

/**
 * Writes a .properties file. With ISO-8859-1, all characters outside of ASCII are escaped, so that
 * Java reads the file correctly both as ISO-8859-1 and as UTF-8.
 */
export function writeProperties(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const spelling = options.charset === 'iso-8859-1' ? ASCII : UTF_8;
  return writeEntries(rows, options, {
    what: 'a .properties file',
    entry({ name, description }, text, count) {
      const comment = commentLines(description, name, spelling.unwritable);
      const lead = comment.length === 0 ? '' : `${count === 0 ? '' : '\n'}${comment.join('\n')}\n`;
      return `${lead}${escapeKey(name, spelling)}=${escapeValue(text, name, spelling)}\n`;
    },
  });
}
