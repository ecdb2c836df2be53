import type { FileFormat } from '../../format.ts';
import { APPLE_LOCALES } from '../locale-rule.ts';
import { patchStringsdict } from './patch.ts';
import { readStringsdict } from './read.ts';
import { writeStringsdict } from './write.ts';

/**
 * Apple's `.stringsdict` files are XML property lists with plurals, and with texts that vary by
 * width or device. If a whole entry is one plural, the plural family has the name of the key. Every
 * other plural family has a name such as `key[variable]`.
 */
export const stringsdict: FileFormat = {
  id: 'stringsdict',
  contentType: 'application/x-plist',
  extensions: ['stringsdict'],
  carries: ['comments', 'plurals'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: 'other' },
  localeRule: APPLE_LOCALES,
  retarget: null,
  blocking: false,
  read: readStringsdict,
  write: writeStringsdict,
  patch: patchStringsdict,
};
