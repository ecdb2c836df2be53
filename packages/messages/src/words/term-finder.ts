import { type Finding, finding } from '../verify/findings.ts';
import { UNSPACED } from './unspaced.ts';
import { plainSpelling } from './words.ts';

/**
 * Share of a word's letters, counted from its start, that another word must also begin with.
 * Otherwise, the two words cannot be forms of one word.
 */
const STEM_SHARE = 0.7;
const MIN_STEM = 4;
const MAX_ENDING = 4;

/**
 * Returns a function that tests whether a translation contains a term. It compares stems, and
 * ignores diacritics and case. The result is a guess, so it may only cause a warning.
 */
export function createTermFinder(target: string): (term: string) => boolean {
  let folded: string | undefined;
  let words: Set<string> | undefined;
  const stems = new Map<string, string[]>();
  const hasWord = (word: string): boolean => {
    words ??= new Set(wordsOf(folded!));
    if (words.has(word)) return true;
    if (word.length < MIN_STEM) return false;
    if (stems.size === 0) {
      for (const one of words) {
        const alike = stems.get(one.slice(0, MIN_STEM));
        if (alike) alike.push(one);
        else stems.set(one.slice(0, MIN_STEM), [one]);
      }
    }
    return stems.get(word.slice(0, MIN_STEM))?.some((one) => isInflectionOf(one, word)) ?? false;
  };
  const cache = new Map<string, boolean>();
  return (term) => {
    let has = cache.get(term);
    if (has === undefined) {
      const wanted = foldMarks(term);
      folded ??= foldMarks(target);
      has = UNSPACED.test(wanted) ? folded.includes(wanted) : wordsOf(wanted).every(hasWord);
      cache.set(term, has);
    }
    return has;
  };
}

const foldMarks = (text: string): string =>
  plainSpelling(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function isInflectionOf(candidate: string, word: string): boolean {
  const stem = word.slice(0, Math.max(MIN_STEM, Math.ceil(word.length * STEM_SHARE)));
  return candidate.startsWith(stem) && Math.abs(candidate.length - word.length) <= MAX_ENDING;
}

/** Returns the finding for a glossary term whose required translation is missing. */
export const missedTerm = (term: string, wanted: string): Finding =>
  finding(
    'glossary_term',
    term === wanted
      ? `“${term}” should stay as it is`
      : `The glossary translates “${term}” as “${wanted}”`,
    term,
    { wanted },
  );
