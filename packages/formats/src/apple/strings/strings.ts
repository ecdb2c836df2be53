import type { FileFormat } from '../../format.ts';
import { APPLE_LOCALES } from '../locale-rule.ts';
import { patchStrings } from './patch.ts';
import { readStrings } from './read.ts';
import { writeStrings } from './write.ts';

/**
 * Apple's `.strings` files: `"key" = "value";` with comments, in UTF-8 or UTF-16. The comment
 * directly before an entry is the description of its key.
 */
export const strings: FileFormat = {
  id: 'strings',
  contentType: 'text/x-strings',
  extensions: ['strings'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  localeRule: APPLE_LOCALES,
  retarget: null,
  blocking: false,
  read: readStrings,
  write: writeStrings,
  patch: patchStrings,
};
