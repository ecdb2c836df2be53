import type { FileFormat } from '../format.ts';
import { patchProperties } from './patch.ts';
import { readProperties } from './read.ts';
import { writeProperties } from './write.ts';

/**
 * Java's `.properties` files. The encoding is UTF-8 unless the caller selects ISO-8859-1. The
 * comment directly before an entry is the description of its key.
 */
export const properties: FileFormat = {
  id: 'properties',
  contentType: 'text/x-java-properties',
  extensions: ['properties'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  follows: 'lineEnds',
  retarget: null,
  blocking: false,
  read: readProperties,
  write: writeProperties,
  patch: patchProperties,
};
