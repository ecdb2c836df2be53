import { readStream } from './stream.ts';

/**
 * Languages that write common nouns, weekdays and pronouns in lower case. A capital in a
 * translation into these languages is wrong if the source text has none.
 */
const SMALL_LETTER_LANGUAGES = new Set([
  'an',
  'ast',
  'ca',
  'eo',
  'es',
  'fr',
  'frp',
  'gl',
  'it',
  'oc',
  'pt',
  'ro',
  'sc',
]);

/**
 * Repairs two errors of Apertium: the space that a dropped word leaves ("You have…" becomes "
 * Tienes…"), and wrong capital letters.
 */
export function polishBody(source: string, body: string, targetLocale: string): string {
  return mirrorSpaces(source, mirrorCase(source, body, targetLocale));
}

function mapText(stream: string, change: (text: string) => string): string {
  let result = '';
  for (const { kind, value } of readStream(stream))
    result += kind === 'text' ? change(value) : value;
  return result;
}

// The lookbehind keeps the time linear for long runs of spaces.
const STRAY_SPACE = /(?<! ) +(?=[,.;:!?)](?:\s|$))/g;

function mirrorSpaces(source: string, body: string): string {
  let result = body;
  if (result.includes('  ') && !source.includes('  '))
    result = mapText(result, (text) => text.replace(/ {2,}/g, ' '));
  if (result.search(STRAY_SPACE) !== -1 && source.search(STRAY_SPACE) === -1)
    result = mapText(result, (text) => text.replace(STRAY_SPACE, ''));
  const leadLength = source.length - source.trimStart().length;
  const trailAt = Math.max(leadLength, source.trimEnd().length);
  return source.slice(0, leadLength) + result.trim() + source.slice(trailAt);
}

type WordPlace = 'first' | 'sentence' | 'inside';

const WORD_OR_END = /\p{L}[\p{L}\p{M}\p{N}'’-]*|[.!?…:\n]|[^\s"“”«»()]/gu;
const SENTENCE_END = /^[.!?…:\n]$/u;
const STARTS_LARGE = /^\p{Lu}(?!\p{Lu})/u;
const STARTS_SMALL = /^\p{Ll}/u;
const ALL_SMALL = /^[^\p{Lu}]+$/u;

/** Replaces words. `change` receives each word and its position in the sentence. */
function mapWords(stream: string, change: (word: string, place: WordPlace) => string): string {
  let place: WordPlace = 'first';
  return mapText(stream, (text) =>
    text.replace(WORD_OR_END, (piece) => {
      if (!/^\p{L}/u.test(piece)) {
        if (SENTENCE_END.test(piece) && place === 'inside') place = 'sentence';
        return piece;
      }
      const changed = change(piece, place);
      place = 'inside';
      return changed;
    }),
  );
}

const BEGINS_LARGE = /^[^\p{L}\\[]*\p{Lu}/u;
/**
 * Matches a text whose first letter is its only capital, unless an escape or a bracket precedes the letter. Most
 * texts match.
 */
const HAS_ONE_CAPITAL = /^[^\p{L}\\[]*\p{Lu}\P{Lu}*$/u;

function mirrorCase(source: string, body: string, targetLocale: string): string {
  if (HAS_ONE_CAPITAL.test(body) && BEGINS_LARGE.test(source)) return body;
  const sourceWords = new Set<string>();
  let first = '';
  let hasInnerCapitals = false;
  mapWords(source, (word, place) => {
    sourceWords.add(word);
    if (place === 'first') first = word;
    if (place === 'inside') hasInnerCapitals ||= /^\p{Lu}/u.test(word);
    return word;
  });
  const writesSmall = SMALL_LETTER_LANGUAGES.has(targetLocale.split('-', 1)[0]!);
  return mapWords(body, (word, place) => {
    if (place === 'first' && ALL_SMALL.test(word) && /^\p{Lu}/u.test(first))
      return word.replace(/^./u, (letter) => letter.toUpperCase());
    // Keeps a word that also occurs in the source text. Such a word is a name or unknown to
    // Apertium.
    if (sourceWords.has(word) || place === 'sentence') return word;
    const isOwnCapital = place === 'first' ? STARTS_SMALL.test(first) : !hasInnerCapitals;
    return writesSmall && isOwnCapital && STARTS_LARGE.test(word)
      ? word.replace(/^./u, (letter) => letter.toLowerCase())
      : word;
  });
}
