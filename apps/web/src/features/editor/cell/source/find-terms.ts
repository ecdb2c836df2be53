import { UNSPACED } from '@parlance/messages/unspaced';
import type { TermSuggestion } from '@parlance/sdk';

/** A glossary term, with its position in a text. */
export interface FoundTerm {
  readonly start: number;
  readonly end: number;
  /** Translations of the term that differ from the term itself. */
  readonly targets: readonly string[];
}

const LETTER = /[\p{L}\p{N}]/u;

const joins = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  LETTER.test(one) &&
  LETTER.test(other) &&
  !UNSPACED.test(one) &&
  !UNSPACED.test(other);

const isWord = (text: string, start: number, end: number): boolean =>
  !joins(text[start - 1], text[start]) && !joins(text[end - 1], text[end]);

/**
 * Finds glossary terms in a text. Used for a plural form and for a line of a message, because the service finds only
 * the terms of a single source text. If two terms overlap, only the longer one is returned.
 */
export function findTerms(text: string, terms: readonly TermSuggestion[]): readonly FoundTerm[] {
  const targetsOf = new Map<string, Set<string>>();
  for (const { source, target } of terms) {
    const sourceTargets = targetsOf.get(source) ?? new Set();
    targetsOf.set(source, target === null ? sourceTargets : sourceTargets.add(target));
  }
  const found: FoundTerm[] = [];
  for (const [source, targets] of targetsOf) {
    if (source === '') continue;
    for (let at = text.indexOf(source); at >= 0; at = text.indexOf(source, at + 1)) {
      const end = at + source.length;
      if (isWord(text, at, end)) found.push({ start: at, end, targets: [...targets] });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let free = 0;
  return found.filter(({ start, end }) => {
    if (start < free) return false;
    free = end;
    return true;
  });
}
