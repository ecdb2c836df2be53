import type { TagFound } from '../syntax/html.ts';
import type { Found } from '../syntax/scan.ts';

/** A piece of code in a text, or one of the two halves of a pair. */
export type CodeFound = Found | TagFound;

/** A text in which code is searched. */
export interface Reading {
  readonly text: string;
  /** Index of the closing brace for each opening brace. */
  readonly braces: ReadonlyMap<number, number>;
  readonly parens: ReadonlyMap<number, number>;
  /** Code that was found at a later index, such as the brace that closes a block. */
  readonly found: Map<number, CodeFound>;
  /** Index after the last code that was found. */
  after: number;
  /** Index of the first character that is not white space. */
  readonly start: number;
  /** Last index at which each closing text was found. */
  readonly closings: Map<string, number>;
}

/**
 * A shape of code. `read` is called at an index with the first character of the shape. It returns
 * null if the code has another shape.
 */
export interface Shape {
  readonly first: string;
  read(reading: Reading, at: number): CodeFound | null;
}

/** Maximum length of a piece of code, in code units. It limits the search for the end. */
const MAX_CODE = 500;

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns code whose order must not change, such as the beginning and the end of a block. */
export const ordered = (end: number): Found => ({ end, kind: 'template', positional: true });
/** Returns code that may move within a sentence, such as an expression. */
export const movable = (end: number): Found => ({ end, kind: 'template' });

export const endOf = (match: RegExpExecArray | null): number | null =>
  match && match.index + match[0].length;

/** Returns the index after the closing text. Null if there is none near the opening text. */
export function closedAt(
  { text, closings }: Reading,
  at: number,
  opening: string,
  closing: string,
): number | null {
  if (!text.startsWith(opening, at)) return null;
  const from = at + opening.length;
  // Caches the index, so that many openings without a closing text do not take quadratic time.
  let end = closings.get(closing) ?? -1;
  if (end < from) {
    const next = text.indexOf(closing, from);
    end = next < 0 ? Number.POSITIVE_INFINITY : next;
    closings.set(closing, end);
  }
  if (end - from > MAX_CODE || text.slice(from, end).includes(opening)) return null;
  return end + closing.length;
}

/** Returns the index after the bracket that closes the bracket at `at`. Null if it is missing or too far away. */
export function bracketEnd(partners: ReadonlyMap<number, number>, at: number): number | null {
  const end = partners.get(at);
  return end === undefined || end - at > MAX_CODE ? null : end + 1;
}
