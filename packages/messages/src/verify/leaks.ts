import { WORD_STEMS } from '../rendering/sentinel.ts';

const WORD_STARTS = `(?:${WORD_STEMS.join('|')})`;

// Parlance's own markers, in every state in which an engine may leave them.
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

/** A character of every marker, for a quick test that few translations pass. */
const MAY_LEAK = new RegExp(`[<&[⟦⟧\ue000-\ue002]|${WORD_STARTS}`, 'u');

/** The source and its translations may contain XLIFF codes. The comparison of tags finds wrong ones. */
const HAS_CODES = /<[xg] id=/;
const CODE_LEAK = /^<\/?[xg](?: id="|>)/;

/** Returns the markers of a rendering that occur in a translation but not in its source. */
export function findLeaks(source: string, target: string): string[] {
  const leaks: string[] = [];
  if (!MAY_LEAK.test(target)) return leaks;
  for (const marker of MARKERS) {
    const found = target.match(marker);
    if (!found) continue;
    const known = new Set(source.match(marker));
    leaks.push(...found.filter((leak) => !known.has(leak)));
  }
  return HAS_CODES.test(source) ? leaks.filter((leak) => !CODE_LEAK.test(leak)) : leaks;
}
