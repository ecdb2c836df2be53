import type { RuntimeFault } from './runtime.ts';

/** Matches text in braces or between percent signs that people use as a placeholder. */
const ALIKE = /%?\{{1,3}[^{}]{1,80}\}{1,3}|%\s*[A-Za-z_]\w{0,60}\s*%|%\s*\d{1,2}(?!\d)/g;

const compact = (placeholder: string): string => placeholder.replace(/\s+/g, '');

/**
 * Finds placeholders whose names do not occur in the source text, because they contain spaces or
 * words up to the next brace. `reads` is the pattern of the library. Its first group is the name.
 */
export function findUnread(text: string, source: string, reads: RegExp): RuntimeFault[] {
  if (text === source || !text.includes('{')) return [];
  const sourceParts = new Map(
    [...source.matchAll(reads)].map(({ 0: whole, 1: name }) => [name, whole]),
  );
  return [...text.matchAll(reads)].flatMap(({ index, 0: part, 1: name }): RuntimeFault[] => {
    if (sourceParts.has(name) || /^[\w.-]+$/.test(name!)) return [];
    const fix = sourceParts.get(name!.trim());
    const range = { start: index, end: index + part.length };
    const detail = `has no value for ${part}`;
    return [{ ...range, effect: 'misread', detail, ...(fix !== undefined && { fix }) }];
  });
}

/**
 * Finds placeholders of the source text in a spelling that the library does not recognize, such as
 * with spaces inside. `taken` matches the placeholders that the library recognizes.
 */
export function findOtherSpellings(text: string, source: string, taken: RegExp): RuntimeFault[] {
  if (text === source || !/[{%]/.test(text)) return [];
  const sourceSpellings = new Map(
    (source.match(ALIKE) ?? []).filter((one) => taken.test(one)).map((one) => [compact(one), one]),
  );
  if (sourceSpellings.size === 0) return [];
  return [...text.matchAll(ALIKE)].flatMap(({ index, 0: part }): RuntimeFault[] => {
    const fix = sourceSpellings.get(compact(part));
    if (fix === undefined || taken.test(part)) return [];
    const range = { start: index, end: index + part.length };
    return [{ ...range, effect: 'misread', detail: `shows ${part} as it is`, fix }];
  });
}

/** Finds single braces that have no partner. */
export function findSingleBraces(text: string): { start: number; end: number; brace: string }[] {
  if (!/[{}]/.test(text)) return [];
  return [...text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]/g)].flatMap(({ index, 0: brace }) =>
    brace.length === 1 ? [{ start: index, end: index + 1, brace }] : [],
  );
}
