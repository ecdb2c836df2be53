import type { Replacement } from '@parlance/contracts';
import { RE2JS } from 're2js';

/** Instructions of a compiled pattern × UTF-16 units of a text that a search can get through in a millisecond. */
const STEPS_PER_MS = 75_000;

/** `too_long`: the replacements in this text would take more time than there is. */
export type Replaced = { text: string } | 'too_long';

/** A replacement whose `find` is compiled. */
interface CompiledReplacement {
  readonly pattern: RE2JS;
  readonly spec: Replacement;
}

/** @throws RE2JSException for a pattern with a fault */
export function compileReplacement(spec: Replacement): CompiledReplacement {
  const source = spec.isPattern ? spec.find : RE2JS.quote(spec.find);
  const flags = spec.matchesCase ? 0 : RE2JS.CASE_INSENSITIVE;
  return { pattern: RE2JS.compile(source, flags), spec };
}

let last: CompiledReplacement | null = null;

/** As {@link replaceAll}, with the pattern of the last call if it is the same. */
export function replaceText(text: string, spec: Replacement, maxMs: number): Replaced {
  if (JSON.stringify(last?.spec) !== JSON.stringify(spec)) last = compileReplacement(spec);
  return replaceAll(text, last!, maxMs);
}

/**
 * Replaces all matches in a text. RE2 has no backtracking: a search takes at most as long as the text and the
 * pattern together are, and the clock limits how many searches there are.
 */
function replaceAll(text: string, { pattern, spec }: CompiledReplacement, maxMs: number): Replaced {
  if (pattern.programSize() * text.length > maxMs * STEPS_PER_MS) return 'too_long';
  const endsAt = performance.now() + maxMs;
  const matcher = pattern.matcher(text);
  let result = '';
  let from = 0;
  while (matcher.find()) {
    if (performance.now() > endsAt) return 'too_long';
    const start = matcher.start();
    const end = matcher.end();
    if (spec.wholeWords && !isWhole(text, start, end)) continue;
    result += text.slice(from, start);
    result += spec.isPattern ? expand(spec.replaceWith, matcher) : spec.replaceWith;
    from = end;
  }
  return { text: result + text.slice(from) };
}

type Groups = Pick<ReturnType<RE2JS['matcher']>, 'group' | 'groupCount'>;

/** Fills `$1`, `$<name>`, `$&` and `$$` in. What is not a group of the pattern stays as it is. */
const expand = (template: string, matcher: Groups): string =>
  template.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (whole, dollar, match, number, name) => {
    if (dollar !== undefined) return '$';
    if (match !== undefined) return matcher.group() ?? '';
    const group = number === undefined ? name : Number(number);
    return groupOf(matcher, group) ?? whole;
  });

/** The text of a group, empty if it took no part in the match; undefined if the pattern has no such group. */
function groupOf(matcher: Groups, group: string | number): string | undefined {
  if (typeof group === 'number') {
    return group > matcher.groupCount() ? undefined : (matcher.group(group) ?? '');
  }
  try {
    return matcher.group(group) ?? '';
  } catch {
    return undefined;
  }
}

/** True if a match neither begins nor ends within a word. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !joins(text, start) && !joins(text, end);

/** True if the characters on both sides of a place belong to one word. */
const joins = (text: string, at: number): boolean =>
  WORD_END.test(text.slice(Math.max(0, at - 2), at)) && WORD_START.test(text.slice(at, at + 2));

const WORD_END = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;
