import { foldText } from './fold-text.ts';
import { plainSpelling } from './words.ts';

export interface GlossaryTerm {
  id: string;
  term: string;
  caseSensitive: boolean;
  doNotTranslate: boolean;
  target?: string;
}

/** Returns the term and its plural as they occur in folded texts. */
export function spellingsOf({ term, caseSensitive, doNotTranslate }: GlossaryTerm): {
  text: string;
  plural: boolean;
}[] {
  const text = foldText(plainSpelling(term));
  const singular = { text, plural: false };
  if (caseSensitive || doNotTranslate || !/[a-z]$/.test(text)) return [singular];
  return [singular, { text: englishPlural(text), plural: true }];
}

/**
 * Returns the spellings of a term and of its plural, such as in lower case and with a capital
 * letter. A plain text search for these spellings finds the term.
 */
export function termSpellings(term: GlossaryTerm): string[] {
  const plain = plainSpelling(term.term);
  const forms = new Set([term.term, plain]);
  if (term.caseSensitive) return [...forms];
  const folded = foldText(plain);
  for (const { text } of spellingsOf(term)) {
    let same = 0;
    while (same < folded.length && folded[same] === text[same]) same++;
    const written = plain.slice(0, same) + text.slice(same);
    forms.add(written);
    forms.add(text);
    forms.add(written.replace(/^\p{Ll}/u, upperCase));
    forms.add(written.replace(/(?<![\p{L}\p{M}\p{N}])\p{Ll}/gu, upperCase));
    forms.add(written.toUpperCase());
  }
  return [...forms];
}

const upperCase = (text: string): string => text.toUpperCase();

function englishPlural(word: string): string {
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
