import { LIMITS, type Replacement } from '@parlance/contracts';
import { RE2JS } from 're2js';

/**
 * Work that a search performs in a millisecond: the number of instructions in the compiled pattern times the UTF-16
 * units of the text.
 */
const STEPS_PER_MS = 75_000;

/** UTF-16 units of the longest value, because a character has at most two. */
const MAX_UNITS = 2 * LIMITS.valueLength;

/**
 * `too_slow`: the replacements in this text would exceed the time limit. `too_long`: the result would exceed the length
 * limit of a value.
 */
export type Replaced = { text: string } | 'too_slow' | 'too_long';

/** A piece of `replaceWith`: a text, or the number of a group of the match. */
type Piece = string | number;

/** A replacement whose `find` and `replaceWith` are compiled. */
interface CompiledReplacement {
  readonly pattern: RE2JS;
  readonly pieces: readonly Piece[];
  readonly spec: Replacement;
}

/** @throws RE2JSException for an invalid pattern */
export function compileReplacement(spec: Replacement): CompiledReplacement {
  const source = spec.isPattern ? spec.find : RE2JS.quote(spec.find);
  const flags = spec.matchesCase ? 0 : RE2JS.CASE_INSENSITIVE;
  const pattern = RE2JS.compile(source, flags);
  const pieces = spec.isPattern ? readPieces(spec.replaceWith, pattern) : [spec.replaceWith];
  return { pattern, pieces, spec };
}

/**
 * Parses the `$1`, `$<name>`, `$&` and `$$` of a template. A reference to a group that the pattern lacks stays
 * unchanged.
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

/** Replaces as {@link replaceAll} does, and keeps the compiled pattern for the next call. */
export function replaceText(text: string, spec: Replacement, maxMs: number): Replaced {
  if (JSON.stringify(last?.spec) !== JSON.stringify(spec)) last = compileReplacement(spec);
  return replaceAll(text, last!, maxMs);
}

/**
 * Replaces all matches in a text. RE2 has no backtracking, so the time of a search is limited by the length of the text
 * and the pattern, and the clock limits the number of searches. The length is counted before a piece is added, which
 * limits work and memory too.
 */
function replaceAll(
  text: string,
  { pattern, pieces, spec }: CompiledReplacement,
  maxMs: number,
): Replaced {
  if (pattern.programSize() * text.length > maxMs * STEPS_PER_MS) return 'too_slow';
  const endsAt = performance.now() + maxMs;
  const matcher = pattern.matcher(text);
  const result = new BoundedText();
  let from = 0;
  while (matcher.find()) {
    if (performance.now() > endsAt) return 'too_slow';
    const start = matcher.start();
    const end = matcher.end();
    if (spec.wholeWords && !isWhole(text, start, end)) continue;
    if (!result.add(text.slice(from, start))) return 'too_long';
    for (const piece of pieces) {
      // A group that did not match is empty.
      const added = typeof piece === 'string' ? piece : (matcher.group(piece) ?? '');
      if (!result.add(added)) return 'too_long';
    }
    from = end;
  }
  return result.add(text.slice(from)) ? { text: result.toString() } : 'too_long';
}

/** Joins pieces while the text is not too long. */
class BoundedText {
  readonly #pieces: string[] = [];
  #length = 0;

  /** Returns false, and adds nothing, if the text would be too long. */
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

/** True if a match neither begins nor ends within a word. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !joins(text, start) && !joins(text, end);

/** True if the characters on both sides of an offset belong to one word. */
const joins = (text: string, at: number): boolean =>
  WORD_END.test(text.slice(Math.max(0, at - 2), at)) && WORD_START.test(text.slice(at, at + 2));

const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
