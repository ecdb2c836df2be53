import type { StringWarning } from './source-string.ts';

const CODE = 'unknown_words';
const JOINT = ', ';
/** As many as a reader can use. */
const MAX_WORDS = 20;

/** The words that engines left untranslated, of all warnings together, each once; null if there are none. */
export function unknownWordsOf(warnings: readonly StringWarning[]): string | null {
  const words = warnings.flatMap(({ code, message }) =>
    code === CODE ? message.split(JOINT) : [],
  );
  return words.length === 0 ? null : [...new Set(words)].slice(0, MAX_WORDS).join(JOINT);
}

/** As an engine that left these words untranslated warned of them. */
export const unknownWordsWarnings = (unknownWords: string | null): StringWarning[] =>
  unknownWords === null ? [] : [{ code: CODE, message: unknownWords }];
