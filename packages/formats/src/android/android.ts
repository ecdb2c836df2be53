import type { FileFormat } from '../format.ts';
import { ANDROID_LOCALES } from './locale-rule.ts';
import { patchAndroid } from './patch.ts';
import { readAndroid } from './read.ts';
import { writeAndroid } from './write.ts';

/**
 * Android's string resources (`res/values/strings.xml`) and the string resources of Compose
 * Multiplatform. White space, quotes and escapes follow the rules of AAPT2. Markup is part of a
 * text, as in `<b>Open</b> the file`.
 */
export const android: FileFormat = {
  id: 'android',
  contentType: 'application/vnd.android.strings+xml',
  extensions: ['xml'],
  carries: ['comments', 'plurals', 'untranslatable'],
  multiLocale: false,
  states: null,
  needs: { arrays: 'resource', plurals: 'other' },
  follows: 'lineEnds',
  localeRule: ANDROID_LOCALES,
  retarget: null,
  blocking: false,
  read: readAndroid,
  write: writeAndroid,
  patch: patchAndroid,
};
