import { type Finding, finding } from './findings.ts';

export interface GlossaryTerm {
  id: string;
  term: string;
  caseSensitive: boolean;
  doNotTranslate: boolean;
  /** Translation of the term. */
  target?: string;
}

export interface TermHit {
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  term: GlossaryTerm;
  /** Found by its English plural. */
  plural: boolean;
}

export interface TermMatcher {
  /** Leftmost-longest hits that do not overlap, in the text's order. */
  find(text: string): TermHit[];
}

interface State {
  next: Map<string, State>;
  fallback: State | null;
  /** The nearest state along the fall-backs at which a pattern ends. */
  output: State | null;
  patterns: { term: GlossaryTerm; length: number; plural: boolean }[];
}

const createState = (): State => ({ next: new Map(), fallback: null, output: null, patterns: [] });

/**
 * Finds glossary terms in texts of any length in one pass (Aho and Corasick, 1975). A term is a
 * whole word by Unicode letters and digits; where scripts write no spaces (Han, Kana, Thai, Lao,
 * Khmer, Myanmar) it may stand anywhere. Terms that may vary in case are found in their regular
 * English plural too.
 */
export function createTermMatcher(terms: readonly GlossaryTerm[]): TermMatcher {
  const root = createState();
  for (const term of terms) {
    if (term.term === '') continue;
    for (const { text, plural } of spellings(term)) {
      let state = root;
      for (const unit of text) {
        let next = state.next.get(unit);
        if (!next) {
          next = createState();
          state.next.set(unit, next);
        }
        state = next;
      }
      state.patterns.push({ term, length: text.length, plural });
    }
  }
  linkFallbacks(root);
  return { find: (text) => (root.next.size === 0 ? [] : findTerms(root, text)) };
}

function linkFallbacks(root: State): void {
  const queue: State[] = [];
  for (const state of root.next.values()) {
    state.fallback = root;
    queue.push(state);
  }
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at]!;
    for (const [unit, next] of state.next) {
      let fallback = state.fallback;
      while (fallback !== null && !fallback.next.has(unit)) fallback = fallback.fallback;
      next.fallback = fallback?.next.get(unit) ?? root;
      next.output = next.fallback.patterns.length > 0 ? next.fallback : next.fallback.output;
      queue.push(next);
    }
  }
}

function findTerms(root: State, text: string): TermHit[] {
  const folded = foldCase(text);
  const hits: TermHit[] = [];
  let state = root;
  let end = 0;
  for (const unit of folded) {
    end += unit.length;
    while (state !== root && !state.next.has(unit)) state = state.fallback!;
    state = state.next.get(unit) ?? root;
    for (let at: State | null = state; at !== null; at = at.output) {
      for (const { term, length, plural } of at.patterns) {
        const start = end - length;
        if (!isWord(text, start, end)) continue;
        if (term.caseSensitive && text.slice(start, end) !== term.term) continue;
        hits.push({ start, end, term, plural });
      }
    }
  }
  return leftmostLongest(hits);
}

function leftmostLongest(hits: TermHit[]): TermHit[] {
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: TermHit[] = [];
  let taken = 0;
  for (const hit of hits) {
    if (hit.start < taken) continue;
    kept.push(hit);
    taken = hit.end;
  }
  return kept;
}

/** Lower case, character by character, where that does not change the length: offsets stay true. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (const character of text) {
    const small = character.toLowerCase();
    folded += small.length === character.length ? small : character;
  }
  return folded;
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isWord(text: string, start: number, end: number): boolean {
  return (
    isBoundary(before(text, start), first(text, start)) &&
    isBoundary(before(text, end), first(text, end))
  );
}

const first = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : '';

function before(text: string, at: number): string {
  if (at === 0) return '';
  const isPair = at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return text.slice(at - (isPair ? 2 : 1), at);
}

function isBoundary(left: string, right: string): boolean {
  if (!WORD.test(left) || !WORD.test(right)) return true;
  return NO_SPACES.test(left) || NO_SPACES.test(right);
}

function spellings({ term, caseSensitive, doNotTranslate }: GlossaryTerm): {
  text: string;
  plural: boolean;
}[] {
  const text = foldCase(term);
  const singular = { text, plural: false };
  if (caseSensitive || doNotTranslate || !/[a-z]$/.test(text)) return [singular];
  return [singular, { text: englishPlural(text), plural: true }];
}

/**
 * Returns the spellings of a term in texts, for a search that is not the matcher: first the term as it is, then in the
 * cases of words, sentences, titles and signs, then its plural in the same way.
 */
export function termSpellings(term: GlossaryTerm): string[] {
  if (term.caseSensitive) return [term.term];
  const folded = foldCase(term.term);
  const forms = new Set<string>();
  for (const { text } of spellings(term)) {
    let same = 0;
    while (same < folded.length && folded[same] === text[same]) same++;
    const written = term.term.slice(0, same) + text.slice(same);
    forms.add(written);
    forms.add(text);
    forms.add(written.replace(/^\p{Ll}/u, upperCase));
    forms.add(written.replace(/(?<![\p{L}\p{M}\p{N}])\p{Ll}/gu, upperCase));
    forms.add(written.toUpperCase());
  }
  return [...forms];
}

const upperCase = (text: string): string => text.toUpperCase();

function englishPlural(word: string): string {
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** Share of a word that must be the same for an inflected form to count. */
const STEM_SHARE = 0.7;
const MIN_STEM = 4;
const MAX_ENDING = 4;

/**
 * True if a translation has a term, inflected or not: every word of the term is there, or one with the
 * same stem. Without diacritics and case; good enough for a warning, not for an error.
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
  const known = new Map<string, boolean>();
  return (term) => {
    let has = known.get(term);
    if (has === undefined) {
      const wanted = foldMarks(term);
      folded ??= foldMarks(target);
      has = NO_SPACES.test(wanted) ? folded.includes(wanted) : wordsOf(wanted).every(hasWord);
      known.set(term, has);
    }
    return has;
  };
}

const foldMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function isInflectionOf(candidate: string, word: string): boolean {
  const stem = word.slice(0, Math.max(MIN_STEM, Math.ceil(word.length * STEM_SHARE)));
  return candidate.startsWith(stem) && Math.abs(candidate.length - word.length) <= MAX_ENDING;
}

/** The finding of a term whose translation is not used. */
export const missedTerm = (term: string, wanted: string): Finding =>
  finding(
    'glossary_term',
    term === wanted
      ? `“${term}” should stay as it is`
      : `The glossary translates “${term}” as “${wanted}”`,
    term,
    { wanted },
  );
