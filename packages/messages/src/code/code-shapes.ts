import { runSteps, type Steps } from '../token/steps.ts';
import type { MessageFormat } from '../token/token.ts';
import { stylesOf, tokenize } from '../token/tokenize.ts';
import {
  type CodePosition,
  findPositions,
  KEYWORD_SHAPE,
  mayHavePositions,
} from './code-positions.ts';
import { keepCode } from './keep-code.ts';
import { leftOver } from './left-over.ts';

/** Minimum number of texts with a shape that counts as code. */
const MIN_TEXTS = 3;
/** Minimum number and share of texts with a shape that also occurs in prose. */
const MIN_OF_PROSE = 5;
const MIN_SHARE_OF_PROSE = 0.02;
/** Minimum share of texts that begin with a keyword. */
const MIN_KEYWORDS = 0.5;
/** Maximum share of texts in which the signs of a shape stand beside words without forming it. */
const MAX_OTHER = 0.1;
/** Minimum share of texts with words before the position, and of texts with words after it. */
const MIN_BESIDE = 0.2;
const MAX_SHAPES = 50;

/**
 * Matches a word that belongs to no language, because it contains an underscore, a digit, a dot or
 * an inner capital letter.
 */
const IDENTIFIER = /[A-Za-z]\d|_[A-Za-z]|[a-z][A-Z]|\.[A-Za-z]/;
const LETTER = /\p{L}/u;
const LAST_LETTER = /\p{L}(?=\P{L}*$)/u;
const LOWER = /^[a-z][\w.-]*$/;
/** Matches the shape of a word with asterisks for emphasis before it, as in Markdown. */
const EMPHASIS = /^\*{1,3}…/;
/** Matches the shape of a word with signs on both sides, unless a single square bracket precedes the word. */
const PAIR = /^(?!\[…).+….+$/;
const SIGNS_OF_WORD = /(?<![\p{Lu}\p{Ll}\p{N}_])[^\p{L}\p{M}\p{N}\s_]{1,4}(?=[\p{L}_])/gu;

const TEXTS_PER_STEP = 50;

/** Numbers of texts with a shape, by the use of the shape. */
interface Uses {
  texts: number;
  readonly words: Set<string>;
  identifiers: number;
  lowerCase: number;
  afterWords: number;
  beforeWords: number;
}

const NO_USES = { texts: 0, identifiers: 0, lowerCase: 0, afterWords: 0, beforeWords: 0 } as const;

/** Maximum length of a text, in code units, that is analyzed in one step. */
const LONGEST = 2_000;

/** Returns the text of a message without its tokens and without names with a sign of code. */
function* restOf(text: string, format: MessageFormat): Steps<string> {
  return leftOver(yield* keepCode(tokenize(text, format)));
}

/**
 * True if a text may have words in positions that are code in its project. For a long text, only the signs are tested.
 */
export const mayHaveCodePositions = (text: string, format: MessageFormat): boolean =>
  mayHavePositions(text) &&
  stylesOf(format).code &&
  (text.length > LONGEST || findPositions(runSteps(restOf(text, format))).length > 0);

const signsOf = (shape: string): string => shape.slice(0, shape.indexOf('…'));

/**
 * Learns from the source texts of a project which positions of words are code, and returns their
 * shapes. The order of the texts has no effect.
 */
export function* learnCodeShapes(
  texts: readonly string[],
  format: MessageFormat,
): Steps<readonly string[]> {
  if (!stylesOf(format).code) return [];
  const shapes = new Map<string, Uses>();
  const others = new Map<string, number>();
  const distinct = new Set(texts);
  let read = 0;
  for (const text of distinct) {
    if (!mayHavePositions(text)) continue;
    if (++read % TEXTS_PER_STEP === 0) yield;
    const rest = yield* restOf(text, format);
    const positions = findPositions(rest);
    const letters = [rest.search(LETTER), rest.search(LAST_LETTER)] as const;
    for (const position of new Map(
      positions.map((position) => [position.shape, position]),
    ).values()) {
      const uses = shapes.get(position.shape) ?? { ...NO_USES, words: new Set() };
      count(uses, position, letters);
      shapes.set(position.shape, uses);
    }
    const ownSigns = new Set(positions.map(({ shape }) => signsOf(shape)));
    for (const signs of new Set(rest.match(SIGNS_OF_WORD))) {
      if (!ownSigns.has(signs)) others.set(signs, (others.get(signs) ?? 0) + 1);
    }
  }
  return [...shapes]
    .filter(([shape, uses]) => {
      const other = others.get(signsOf(shape)) ?? 0;
      return other <= uses.texts * MAX_OTHER && isCode(shape, uses, distinct.size);
    })
    .map(([shape]) => shape)
    .sort()
    .slice(0, MAX_SHAPES);
}

function count(
  uses: Uses,
  { word, source, start }: CodePosition,
  [firstLetter, lastLetter]: readonly [first: number, last: number],
): void {
  uses.texts++;
  uses.words.add(word);
  if (IDENTIFIER.test(word)) uses.identifiers++;
  if (LOWER.test(word)) uses.lowerCase++;
  if (firstLetter < start) uses.afterWords++;
  if (lastLetter >= start + source.length) uses.beforeWords++;
}

function isCode(shape: string, uses: Uses, total: number): boolean {
  const { texts, words, identifiers, lowerCase, afterWords, beforeWords } = uses;
  if (texts < MIN_TEXTS) return false;
  if (shape === KEYWORD_SHAPE) return texts >= Math.max(MIN_OF_PROSE, total * MIN_KEYWORDS);
  if (identifiers >= texts * (1 - MAX_OTHER)) return true;
  if (EMPHASIS.test(shape)) return false;
  if (PAIR.test(shape) && lowerCase + identifiers > texts / 2) return true;
  // Prose contains words such as `[optional]`, but only at one end of a text.
  return (
    words.size > 1 &&
    texts >= Math.max(MIN_OF_PROSE, total * MIN_SHARE_OF_PROSE) &&
    Math.min(afterWords, beforeWords) >= texts * MIN_BESIDE
  );
}
