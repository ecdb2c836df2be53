import type { FileFormat } from '../../format.ts';
import { patchXcstrings } from './patch.ts';
import { readXcstrings } from './read.ts';
import { writeXcstrings } from './write.ts';

/**
 * Apple's string catalogs (`.xcstrings`). A catalog contains the texts of all locales by key, with
 * states, plurals, devices and substitutions. If a key has no localization in the source locale,
 * the key itself is the source text.
 */
export const xcstrings: FileFormat = {
  id: 'xcstrings',
  contentType: 'application/vnd.apple.xcstrings+json',
  extensions: ['xcstrings'],
  carries: ['source', 'sourceStates', 'comments', 'plurals', 'untranslatable'],
  multiLocale: true,
  states: { unmarked: 'translated', tellsReviewed: false, isOfEntry: false },
  needs: { arrays: null, plurals: 'other' },
  retarget: null,
  blocking: false,
  read: readXcstrings,
  write: writeXcstrings,
  patch: patchXcstrings,
};
