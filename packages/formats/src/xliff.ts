import type { FileFormat } from './format.ts';
import { readXliff } from './xliff/read.ts';
import { writeXliff } from './xliff/write.ts';

/**
 * XLIFF 1.2, 2.0, 2.1 and, as far as it is 2.1, 2.2; written are 2.1 and 1.2. A file holds the texts
 * of the source locale and of one target locale; which is which the file says, not the options.
 *
 * Inline elements stand in a text as their markup, all else is plain: `Press <ph id="1"/> & wait`.
 * On writing, what is exactly a valid inline element of the version becomes one, and everything else
 * is escaped, so that each text reads back as it was.
 */
export const xliff: FileFormat = {
  id: 'xliff',
  contentType: 'application/xliff+xml',
  extension: 'xlf',
  multiLocale: false,
  blocking: false,
  read: readXliff,
  write: writeXliff,
};
