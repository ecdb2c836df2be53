import { patchStrings } from './apple/strings/patch.ts';
import { readStrings } from './apple/strings/read.ts';
import { writeStrings } from './apple/strings/write.ts';
import type { FileFormat } from './format.ts';

/**
 * Apple's `.strings`: `"key" = "value";` with comments, in UTF-8 or UTF-16. The comment right before an entry is its
 * description.
 */
export const strings: FileFormat = {
  id: 'strings',
  contentType: 'text/x-strings',
  extensions: ['strings'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: false, plurals: null },
  retarget: null,
  blocking: false,
  read: readStrings,
  write: writeStrings,
  patch: patchStrings,
};
