import type { FileFormat } from '../format.ts';
import { patchAndroid } from './patch.ts';
import { readAndroid } from './read.ts';
import { writeAndroid } from './write.ts';

/**
 * Android's string resources (`res/values/strings.xml`) and those of Compose Multiplatform. The rules for white
 * space, quotes and escapes are AAPT2's. Markup in a string is a part of its text: `<b>Open</b> the file`.
 */
export const android: FileFormat = {
  id: 'android',
  contentType: 'application/vnd.android.strings+xml',
  extensions: ['xml'],
  carries: ['comments', 'plurals', 'untranslatable'],
  multiLocale: false,
  states: null,
  needs: { arrays: true, plurals: 'other' },
  retarget: null,
  blocking: false,
  read: readAndroid,
  write: writeAndroid,
  patch: patchAndroid,
};
