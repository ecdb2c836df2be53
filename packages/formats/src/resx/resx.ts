import type { FileFormat } from '../format.ts';
import { patchResx } from './patch.ts';
import { readResx } from './read.ts';
import { writeResx } from './write.ts';

/** RESX and RESW of .NET. Entries of other types than text stay in the file. */
export const resx: FileFormat = {
  id: 'resx',
  contentType: 'text/microsoft-resx',
  extensions: ['resx', 'resw'],
  carries: ['comments', 'untranslatable'],
  multiLocale: false,
  states: null,
  needs: { arrays: false, plurals: null },
  retarget: null,
  blocking: false,
  read: readResx,
  write: writeResx,
  patch: patchResx,
};
