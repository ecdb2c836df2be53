import type { FileFormat } from '../format.ts';
import { patchXliff } from './patch.ts';
import { readXliff } from './read.ts';
import { retargetXliff, targetOf } from './retarget.ts';
import { writeXliff } from './write.ts';

/**
 * Reads and writes XLIFF 1.2, 2.0, 2.1 and the subset of 2.2 that is valid 2.1. A file
 * contains the texts of the source locale and of one target locale, and names both locales itself.
 * In a stored text, inline elements are represented by their markup, and everything else is plain
 * text: `Press <ph id="1"/> & wait`. The writer turns only valid inline elements of the version
 * into elements and escapes everything else. Reading the file again gives the same text.
 */
export const xliff: FileFormat = {
  id: 'xliff',
  contentType: 'application/xliff+xml',
  extensions: ['xlf', 'xliff'],
  carries: ['source', 'sourceStates', 'comments', 'untranslatable', 'lengths', 'unitIds'],
  multiLocale: false,
  states: { tellsReviewed: true, isOfEntry: false },
  needs: { arrays: null, plurals: null },
  newRules:
    'a target that says that it is not translated and repeats its source is missing, and line breaks beside codes are layout',
  targetOf,
  retarget: retargetXliff,
  followsSource: true,
  blocking: false,
  read: readXliff,
  write: writeXliff,
  patch: patchXliff,
};
