import type { RuntimeFault } from './runtime.ts';

/** Anything in braces or percent signs that people write for a placeholder. */
const ALIKE = /%?\{{1,3}[^{}]{1,80}\}{1,3}|%\s*[A-Za-z_]\w{0,60}\s*%|%\s*\d{1,2}(?!\d)/g;

const compact = (placeholder: string): string => placeholder.replace(/\s+/g, '');

/**
 * Finds what a library takes for a placeholder, although the source text has no such name: blanks, or
 * words up to the next brace. `reads` is the pattern of the library, whose group is the name.
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
 * Finds placeholders of the source text in a spelling that a library does not take for a placeholder,
 * such as one with blanks inside. `taken` matches those that it takes.
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

/** Finds braces that are neither written twice nor around a name. */
export function findSingleBraces(text: string): { start: number; end: number; brace: string }[] {
  if (!/[{}]/.test(text)) return [];
  return [...text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]/g)].flatMap(({ index, 0: brace }) =>
    brace.length === 1 ? [{ start: index, end: index + 1, brace }] : [],
  );
}
