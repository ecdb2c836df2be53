import type { FilePlural } from '../format.ts';

export type Category = FilePlural['category'];

/** The plural categories in the order of CLDR, which is also the order of items in a file. */
export const CATEGORIES: readonly Category[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

export const isCategory = (name: string): name is Category =>
  (CATEGORIES as readonly string[]).includes(name);

const FORM = /^(.+[._])(zero|one|two|few|many|other)$/s;

/** Splits the name of a plural form, `files_one` or `files.one`. Returns null for any other name. */
export function formOf(name: string): { stem: string; category: Category } | null {
  const match = FORM.exec(name);
  return match && { stem: match[1]!, category: match[2] as Category };
}

/** Integers that cover every category that an integer has in any language of CLDR. */
const SAMPLES = [...Array.from({ length: 201 }, (_, number) => number), 1000, 1_000_000];

const stands = new Map<string, Category | null>();

/**
 * Returns the category whose text `other` repeats in a language in which no integer is `other`, such as `many` in
 * Russian. Android requires `other`. Returns null for every other language.
 */
export function standsForOther(localeTag: string): Category | null {
  let stand = stands.get(localeTag);
  if (stand === undefined) {
    const rules = new Intl.PluralRules(localeTag);
    const reached = new Set(SAMPLES.map((number) => rules.select(number)));
    stand = reached.has('other')
      ? null
      : (CATEGORIES.findLast((category) => reached.has(category)) ?? null);
    stands.set(localeTag, stand);
  }
  return stand;
}

/**
 * Returns the form that a plural of Apple must have. It is `other`, which some tools omit in a language in which no
 * integer is `other`. The form in its place is then sufficient.
 */
export function requiredForm(
  forms: readonly { name: string }[],
  localeTag: string,
  isIntegral: boolean,
): Category {
  const hasOther = forms.some(({ name }) => name === 'other');
  return (hasOther || !isIntegral ? null : standsForOther(localeTag)) ?? 'other';
}
