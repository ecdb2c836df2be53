import type { FileFormat, FileRow, ReadOptions } from '../format.ts';
import { withBreaksOf } from './breaks.ts';
import { decodePo } from './charset.ts';
import { splitKeyName } from './names.ts';
import { patchPo } from './patch.ts';
import { PoReader } from './read.ts';
import { retargetPo } from './retarget.ts';
import { PoScanner } from './scanner.ts';
import { writePo } from './write.ts';

/**
 * gettext PO and POT files. A file contains the texts of one locale, with the source texts as
 * `msgid`s. The name of a key is the `msgid`. For an entry with a `msgctxt`, the name is the
 * `msgctxt`, U+0004 and the `msgid`. An empty `msgstr` means that the translation is missing, and
 * `fuzzy` is the state `needs_review`. A text has line breaks at its ends if its `msgid` has them.
 */
export const po: FileFormat = {
  id: 'po',
  contentType: 'text/x-gettext-translation',
  extensions: ['po', 'pot'],
  carries: ['source', 'comments', 'plurals'],
  multiLocale: false,
  states: { unmarked: 'translated', tellsReviewed: false, isOfEntry: true },
  needs: { arrays: null, plurals: 'all' },
  newRules: 'a PO file without Plural-Forms has two forms, as gettext reads it: the first for 1',
  asWritten: (text, { name, plural }) =>
    withBreaksOf(splitKeyName(plural?.family ?? name).id, text),
  retarget: retargetPo,
  blocking: false,
  read: readPo,
  write: writePo,
  patch: patchPo,
};

async function* readPo(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new PoReader(options);
  const scanner = new PoScanner(reader, options.limits);
  for await (const piece of decodePo(bytes)) {
    scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  scanner.end();
  reader.end();
  yield* reader.batches.takeAll();
}
