import type { FileFormat } from '../format.ts';
import { patchProperties } from './patch.ts';
import { readProperties } from './read.ts';
import { writeProperties } from './write.ts';

/**
 * Java's `.properties`, in UTF-8 or, if the caller says so, in ISO-8859-1. The comment right before an entry is its
 * description.
 */
export const properties: FileFormat = {
  id: 'properties',
  contentType: 'text/x-java-properties',
  extensions: ['properties'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: false, plurals: null },
  retarget: null,
  blocking: false,
  read: readProperties,
  write: writeProperties,
  patch: patchProperties,
};
