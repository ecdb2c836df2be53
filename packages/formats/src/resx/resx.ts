import type { FileFormat } from '../format.ts';
import { patchResx } from './patch.ts';
import { NAME_RULE, readResx } from './read.ts';
import { writeResx } from './write.ts';

/**
 * .NET's RESX and RESW files. Entries that are not texts, such as icons, are ignored and stay in a
 * patched file.
 */
export const resx: FileFormat = {
  id: 'resx',
  contentType: 'text/microsoft-resx',
  extensions: ['resx', 'resw'],
  carries: ['comments', 'untranslatable'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  follows: 'lineEnds',
  followsSource: true,
  nameRule: NAME_RULE,
  retarget: null,
  blocking: false,
  read: readResx,
  write: writeResx,
  patch: patchResx,
};
