import type { FilePlural } from '../format.ts';

export type Category = FilePlural['category'];

/** Plural categories in the order of CLDR. Files list plural forms in this order. */
export const CATEGORIES: readonly Category[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

export const isCategory = (name: string): name is Category =>
  (CATEGORIES as readonly string[]).includes(name);

const FORM = /^(.+[._])(zero|one|two|few|many|other)$/s;

/**
 * Splits the name of a plural form such as `files_one` or `files.one`. Returns null if the name
 * does not end in a category.
 */
export function formOf(name: string): { stem: string; category: Category } | null {
  const match = FORM.exec(name);
  return match && { stem: match[1]!, category: match[2] as Category };
}

/**
 * Sample integers. In every language of CLDR, they cover all categories that integers can select.
 */
const SAMPLES = [...Array.from({ length: 201 }, (_, number) => number), 1000, 1_000_000];

const stands = new Map<string, Category | null>();

/**
 * Returns the category that replaces `other` in a language in which no integer selects `other`,
 * such as `many` in Russian. Android files repeat the text of this category as `other`. Null if an
 * integer selects `other` in the language.
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
 * Returns the plural form that an Apple file must contain, which is `other`. If no integer selects
 * `other` in the language, its replacement is sufficient.
 */
export function requiredForm(
  forms: readonly { name: string }[],
  localeTag: string,
  isIntegral: boolean,
): Category {
  const hasOther = forms.some(({ name }) => name === 'other');
  return (hasOther || !isIntegral ? null : standsForOther(localeTag)) ?? 'other';
}
