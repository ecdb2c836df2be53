import type { FileFormat } from '../../format.ts';
import { patchStringsdict } from './patch.ts';
import { readStringsdict } from './read.ts';
import { writeStringsdict } from './write.ts';

/**
 * Apple's `.stringsdict`: an XML property list of plurals and of texts by width and device. A plural that is an entry
 * of its own is the family of its key; other variables are `key[variable]`.
 */
export const stringsdict: FileFormat = {
  id: 'stringsdict',
  contentType: 'application/x-plist',
  extensions: ['stringsdict'],
  carries: ['comments', 'plurals'],
  multiLocale: false,
  states: null,
  needs: { arrays: false, plurals: 'other' },
  retarget: null,
  blocking: false,
  read: readStringsdict,
  write: writeStringsdict,
  patch: patchStringsdict,
};
