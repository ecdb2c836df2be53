import { WORD_STEMS } from '../rendering/sentinel.ts';

const WORD_STARTS = `(?:${WORD_STEMS.join('|')})`;

// Matches Parlance's own markers, including the damaged markers that engines return.
const MARKERS: readonly RegExp[] = [
  /<\s?\/?\s?[xgt]\s{1,3}id\b[^<>]{0,20}>?/giu,
  /<\s?\/\s?[xgt]\s?>/giu,
  /&lt;\s?\/?\s?(?:[xgt]\s{1,3}id\b|[xgt]\s?&gt;|var\b)/giu,
  /<\s?\/?\s?var\b[^<>]{0,20}>?/giu,
  /<(?:b|a|span)\s+id="?t?\d+"?>/giu,
  /<\s?\/?\s?[xgl]\s?\d+\s?>?/giu,
  /\[\s?\[\s?(?:t\s?:|\/)/giu,
  /[⟦⟧]/gu,
  /[\ue000-\ue002]/gu,
  new RegExp(`\\b${WORD_STARTS}[a-y]{1,3}z`, 'gu'),
];

/**
 * Matches a character that every marker contains. Few translations contain it, so the test is fast.
 */
const MAY_LEAK = new RegExp(`[<&[⟦⟧\ue000-\ue002]|${WORD_STARTS}`, 'u');

const HAS_CODES = /<[xg] id=/;
const CODE_LEAK = /^<\/?[xg](?: id="|>)/;

/** Returns the markers in a translation that its source text does not contain. */
export function findLeaks(source: string, target: string): string[] {
  const leaks: string[] = [];
  if (!MAY_LEAK.test(target)) return leaks;
  for (const marker of MARKERS) {
    const found = target.match(marker);
    if (!found) continue;
    const sourceMarkers = new Set(source.match(marker));
    leaks.push(...found.filter((leak) => !sourceMarkers.has(leak)));
  }
  return HAS_CODES.test(source) ? leaks.filter((leak) => !CODE_LEAK.test(leak)) : leaks;
}
