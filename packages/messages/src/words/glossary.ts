import { runSteps, type Steps } from '../token/steps.ts';
import type { MessageFormat } from '../token/token.ts';
import { findCodeLike } from './find-code-like.ts';
import { foldInPlace } from './find-folded.ts';
import { type GlossaryTerm, spellingsOf } from './term-spellings.ts';
import { UNSPACED } from './unspaced.ts';
import { findWordsInSteps, plainSpelling } from './words.ts';

export interface TermHit {
  /** Offset of the term in the text, in UTF-16 code units. */
  start: number;
  end: number;
  term: GlossaryTerm;
  plural: boolean;
}

export interface TermMatcher {
  /**
   * Returns the terms in the words of a message, in order and without overlaps. If terms overlap,
   * the term that begins first is returned. If several terms begin at the same offset, the longest
   * is returned.
   */
  find(text: string, format: MessageFormat): TermHit[];
  /** Does the work of `find` in steps of a few milliseconds each. */
  findInSteps(text: string, format: MessageFormat): Steps<TermHit[]>;
}

/** A form in which a term occurs in texts, such as its plural. */
interface Pattern {
  term: GlossaryTerm;
  length: number;
  plural: boolean;
}

interface State {
  depth: number;
  next: Map<string, State>;
  fallback: State | null;
  /** The nearest state along the failure links at which a shorter pattern ends. */
  output: State | null;
  pattern: Pattern | null;
  exact: Map<string, Pattern> | null;
}

/** Number of automaton states that are created in one step of a few milliseconds. */
const STATES_PER_STEP = 2_000;
/** Number of UTF-16 code units that are searched in one step of a few milliseconds. */
const UNITS_PER_STEP = 10_000;

const createState = (depth: number): State => ({
  depth,
  next: new Map(),
  fallback: null,
  output: null,
  pattern: null,
  exact: null,
});

export const createTermMatcher = (terms: readonly GlossaryTerm[]): TermMatcher =>
  runSteps(createTermMatcherInSteps(terms));

/**
 * Creates a matcher that finds glossary terms in one pass over a text (Aho and Corasick, 1975). A
 * term must be a whole word of Unicode letters and digits. In scripts without spaces (Han, Kana,
 * Thai, Lao, Khmer, Myanmar), it may be any part of the text. Terms that ignore case also match
 * their regular English plural. Terms inside placeholders, markup, code and addresses are ignored.
 * Variants of apostrophes and spaces are equal.
 */
export function* createTermMatcherInSteps(terms: readonly GlossaryTerm[]): Steps<TermMatcher> {
  const root = createState(0);
  let made = 0;
  for (const term of terms) {
    if (term.term === '') continue;
    for (const { text, plural } of spellingsOf(term)) {
      addPattern(root, text, { term, length: text.length, plural });
      made += text.length;
      if (made < STATES_PER_STEP) continue;
      made = 0;
      yield;
    }
  }
  yield* linkFallbacks(root);
  return {
    find: (text, format) => runSteps(findInWords(root, text, format)),
    findInSteps: (text, format) => findInWords(root, text, format),
  };
}

/**
 * Finds the terms in the words of a message. A term in code is found only if the term itself looks
 * like code.
 */
function* findInWords(root: State, message: string, format: MessageFormat): Steps<TermHit[]> {
  if (root.next.size === 0) return [];
  const { text, locate } = yield* findWordsInSteps(message, format);
  yield;
  const hits = yield* findTerms(root, text);
  if (hits.length === 0) return hits;
  yield;
  const code = findCodeLike(text);
  yield;
  let next = 0;
  return hits.flatMap((hit) => {
    while (next < code.length && code[next]!.end <= hit.start) next++;
    const range = code[next];
    const isInCode = range !== undefined && range.start < hit.end;
    if (isInCode && findCodeLike(text.slice(hit.start, hit.end)).length === 0) return [];
    return [{ ...hit, ...locate(hit.start, hit.end) }];
  });
}

function addPattern(root: State, text: string, pattern: Pattern): void {
  let state = root;
  for (const unit of text) {
    let next = state.next.get(unit);
    if (!next) {
      next = createState(state.depth + unit.length);
      state.next.set(unit, next);
    }
    state = next;
  }
  if (!pattern.term.caseSensitive) {
    state.pattern ??= pattern;
    return;
  }
  state.exact ??= new Map();
  const term = plainSpelling(pattern.term.term);
  if (!state.exact.has(term)) state.exact.set(term, pattern);
}

const hasPattern = ({ pattern, exact }: State): boolean => pattern !== null || exact !== null;

function* linkFallbacks(root: State): Steps<void> {
  const queue: State[] = [];
  for (const state of root.next.values()) {
    state.fallback = root;
    queue.push(state);
  }
  for (let index = 0; index < queue.length; index++) {
    const state = queue[index]!;
    for (const [unit, next] of state.next) {
      let fallback = state.fallback;
      while (fallback !== null && !fallback.next.has(unit)) fallback = fallback.fallback;
      next.fallback = fallback?.next.get(unit) ?? root;
      next.output = hasPattern(next.fallback) ? next.fallback : next.fallback.output;
      queue.push(next);
    }
    if (index % STATES_PER_STEP === STATES_PER_STEP - 1) yield;
  }
}

function* findTerms(root: State, text: string): Steps<TermHit[]> {
  const folded = foldInPlace(text);
  const places = new WordPlaces(text);
  const hits = new LeftmostHits();
  let state = root;
  let end = 0;
  let yieldsAt = UNITS_PER_STEP;
  for (const unit of folded.text) {
    end += unit.length;
    if (end >= yieldsAt) {
      yieldsAt = end + UNITS_PER_STEP;
      yield;
    }
    while (state !== root && !state.next.has(unit)) state = state.fallback!;
    state = state.next.get(unit) ?? root;
    hits.settle(end - state.depth);
    if (state === root) continue;
    const to = folded.offsetOf(end);
    if (to === null || !places.isBoundary(to)) continue;
    for (let at: State | null = state; at !== null; at = at.output) {
      const start = end - at.depth;
      const from = start < hits.free ? null : folded.offsetOf(start);
      if (from === null || !places.isBoundary(from)) continue;
      const pattern = patternOf(at, text.slice(from, to));
      if (pattern) hits.add(start, pattern);
    }
  }
  hits.settle(folded.text.length);
  return hits.kept.map((hit) => ({
    ...hit,
    start: folded.offsetOf(hit.start)!,
    end: folded.offsetOf(hit.end)!,
  }));
}

/** Keeps the leftmost hits, and the longest of several hits with the same start. */
class LeftmostHits {
  readonly kept: TermHit[] = [];
  free = 0;
  readonly #longest: (Pattern | undefined)[] = [];

  add(start: number, pattern: Pattern): void {
    this.#longest[start] = pattern;
  }

  settle(before: number): void {
    const last = Math.min(before, this.#longest.length);
    let start = Math.max(this.free, this.#settled);
    while (start < last) {
      const pattern = this.#longest[start];
      if (pattern) {
        const { term, length, plural } = pattern;
        this.kept.push({ start, end: start + length, term, plural });
        this.free = start + length;
      }
      start += pattern?.length ?? 1;
    }
    this.#settled = Math.max(this.#settled, last);
  }

  #settled = 0;
}

const patternOf = ({ pattern, exact }: State, written: string): Pattern | null =>
  exact?.get(written) ?? pattern;

/** Finds the offsets at which words can begin and end. */
class WordPlaces {
  readonly #text: string;
  /** Result for each offset: 0 if not tested yet, 1 inside a word, 2 at a word boundary. */
  readonly #known: Uint8Array;

  constructor(text: string) {
    this.#text = text;
    this.#known = new Uint8Array(text.length + 1);
  }

  isBoundary(at: number): boolean {
    this.#known[at] ||= isBoundary(this.#text, at) ? 2 : 1;
    return this.#known[at] === 2;
  }
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;

const NO_WORD = 1;
const WORD_IN_SPACES = 2;
const WORD_WITHOUT_SPACES = 3;

const classes = new Uint8Array(0x10000);

function classOf(character: string): number {
  if (!WORD.test(character)) return NO_WORD;
  return UNSPACED.test(character) ? WORD_WITHOUT_SPACES : WORD_IN_SPACES;
}

function classOfUnit(unit: number): number {
  classes[unit] ||= classOf(String.fromCharCode(unit));
  return classes[unit]!;
}

const isSurrogate = (unit: number, start: 0xd800 | 0xdc00): boolean => (unit & 0xfc00) === start;

function classBefore(text: string, at: number): number {
  if (at === 0) return NO_WORD;
  const unit = text.charCodeAt(at - 1);
  return at > 1 && isSurrogate(unit, 0xdc00) ? classOf(text.slice(at - 2, at)) : classOfUnit(unit);
}

function classAfter(text: string, at: number): number {
  if (at >= text.length) return NO_WORD;
  const unit = text.charCodeAt(at);
  return isSurrogate(unit, 0xd800) ? classOf(text.slice(at, at + 2)) : classOfUnit(unit);
}

function isBoundary(text: string, at: number): boolean {
  const [left, right] = [classBefore(text, at), classAfter(text, at)];
  if (left === NO_WORD || right === NO_WORD) return true;
  return left === WORD_WITHOUT_SPACES || right === WORD_WITHOUT_SPACES;
}
