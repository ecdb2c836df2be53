import { LIMITS, type Replacement } from '@parlance/contracts';
import { findFolded } from '@parlance/messages';
import { RE2JS } from 're2js';

/**
 * Number of steps of a regular expression search per millisecond. The number of steps of a search
 * is the size of the compiled pattern times the length of the text.
 */
const STEPS_PER_MS = 75_000;

/** Maximum length of a value in UTF-16 code units. A character has at most two code units. */
const MAX_UNITS = 2 * LIMITS.valueLength;

/** Maximum number of pieces that all matches of a text add, empty ones included. */
const MAX_PIECES = 4_000_000;

/**
 * Result of replacing matches in a text. `too_slow`: the limit of steps, pieces or time was reached. `too_long`: the
 * new text is too long for a value.
 */
export type Replaced = { text: string } | 'too_slow' | 'too_long';

/** A part of the template `replaceWith`: a literal text, or the number of a capturing group. */
type Piece = string | number;

/** A place in a text, with the texts of the capturing groups of a pattern. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups?: readonly (string | null)[];
}

interface CompiledReplacement {
  /** Number of steps that a search takes for each character. */
  readonly size: number;
  readonly findIn: (text: string) => Iterable<Match>;
  readonly pieces: readonly Piece[];
  readonly spec: Replacement;
}

/** @throws RE2JSException for an invalid pattern */
export function compileReplacement(spec: Replacement): CompiledReplacement {
  const { find, replaceWith, isPattern = false, matchesCase = false } = spec;
  if (!isPattern && !matchesCase) {
    return { size: 1, findIn: (text) => findFolded(text, find), pieces: [replaceWith], spec };
  }
  const flags = matchesCase ? 0 : RE2JS.CASE_INSENSITIVE;
  const pattern = RE2JS.compile(isPattern ? find : RE2JS.quote(find), flags);
  return {
    size: pattern.programSize(),
    findIn: (text) => matchesOf(pattern, text),
    pieces: isPattern ? readPieces(replaceWith, pattern) : [replaceWith],
    spec,
  };
}

function* matchesOf(pattern: RE2JS, text: string): Generator<Match, void> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    const groups = Array.from({ length: pattern.groupCount() + 1 }, (_, index) =>
      matcher.group(index),
    );
    yield { start: matcher.start(), end: matcher.end(), groups };
  }
}

/**
 * Parses the references `$1`, `$<name>` and `$&` and the escape `$$` in a template. A reference to
 * an unknown group remains as text.
 */
function readPieces(template: string, pattern: RE2JS): Piece[] {
  const names = new Map(Object.entries(pattern.namedGroups()));
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of template.matchAll(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g)) {
    const [reference, dollar, whole, digits, name] = match;
    pieces.push(template.slice(from, match.index));
    from = match.index + reference.length;
    const number = digits === undefined ? names.get(name!) : Number(digits);
    if (dollar !== undefined) pieces.push('$');
    else if (whole !== undefined) pieces.push(0);
    else if (number === undefined || number > pattern.groupCount()) pieces.push(reference);
    else pieces.push(number);
  }
  pieces.push(template.slice(from));
  return pieces.filter((piece) => piece !== '');
}

let last: CompiledReplacement | null = null;

/** Replaces all matches in a text. Caches the compiled pattern, because the next call usually has the same pattern. */
export function replaceText(text: string, spec: Replacement, maxMs: number): Replaced {
  if (JSON.stringify(last?.spec) !== JSON.stringify(spec)) last = compileReplacement(spec);
  return replaceAll(text, last!, maxMs);
}

/**
 * Replaces all matches in a text, and stops after `maxMs` milliseconds. RE2 does not backtrack, so
 * a single search takes limited time.
 */
function replaceAll(
  text: string,
  { size, findIn, pieces, spec }: CompiledReplacement,
  maxMs: number,
): Replaced {
  if (size * text.length > maxMs * STEPS_PER_MS) return 'too_slow';
  const endsAt = performance.now() + maxMs;
  const result = new BoundedText();
  let from = 0;
  let piecesLeft = MAX_PIECES;
  for (const { start, end, groups } of findIn(text)) {
    if (performance.now() > endsAt) return 'too_slow';
    if (spec.wholeWords && !isWhole(text, start, end)) continue;
    piecesLeft -= pieces.length;
    if (piecesLeft < 0) return 'too_slow';
    if (!result.add(text.slice(from, start))) return 'too_long';
    for (const piece of pieces) {
      const added = typeof piece === 'string' ? piece : (groups?.[piece] ?? '');
      if (!result.add(added)) return 'too_long';
    }
    from = end;
  }
  return result.add(text.slice(from)) ? { text: result.toString() } : 'too_long';
}

class BoundedText {
  readonly #pieces: string[] = [];
  #length = 0;

  add(piece: string): boolean {
    if (this.#length + piece.length > MAX_UNITS) return false;
    this.#length += piece.length;
    if (piece !== '') this.#pieces.push(piece);
    return true;
  }

  toString(): string {
    return this.#pieces.join('');
  }
}

const isWhole = (text: string, start: number, end: number): boolean =>
  !joins(text, start) && !joins(text, end);

const joins = (text: string, at: number): boolean =>
  WORD_END.test(text.slice(Math.max(0, at - 2), at)) && WORD_START.test(text.slice(at, at + 2));

const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
