export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];
export type PluralType = 'cardinal' | 'ordinal';

/**
 * Kind of numbers that select plural forms. Formats such as PO and Android select by integers only.
 */
export type PluralDomain = 'integer' | 'number';

const rulesByLocale = new Map<string, Intl.PluralRules>();

function rulesOf(locale: string, type: PluralType): Intl.PluralRules {
  const cacheKey = `${type} ${locale}`;
  let rules = rulesByLocale.get(cacheKey);
  if (!rules) {
    rules = new Intl.PluralRules(locale, { type });
    rulesByLocale.set(cacheKey, rules);
  }
  return rules;
}

const categoriesByLocale = new Map<string, readonly PluralCategory[]>();

/**
 * Returns the CLDR plural categories of a language, in CLDR's order. A language without CLDR rules
 * has only `other`. For the domain `integer`, returns the categories of integers up to 1,000.
 * Russian then lacks `other`, and Czech and French lack `many`.
 */
export function pluralCategories(
  locale: string,
  type: PluralType = 'cardinal',
  domain: PluralDomain = 'number',
): readonly PluralCategory[] {
  const cacheKey = `${type} ${domain} ${locale}`;
  let categories = categoriesByLocale.get(cacheKey);
  if (!categories) {
    categories = readCategories(locale, type, domain);
    categoriesByLocale.set(cacheKey, categories);
  }
  return categories;
}

/**
 * Integers up to this one determine the categories of a language. Larger integers such as a million
 * would add `many`, which formats with integer plurals do not use.
 */
const LAST_INTEGER = 1_000;

function readCategories(locale: string, type: PluralType, domain: PluralDomain): PluralCategory[] {
  if (Intl.PluralRules.supportedLocalesOf(locale).length === 0) return ['other'];
  const rules = rulesOf(locale, type);
  const has = new Set<string>();
  if (domain === 'number') {
    for (const category of rules.resolvedOptions().pluralCategories) has.add(category);
  } else {
    for (let number = 0; number <= LAST_INTEGER; number++) has.add(rules.select(number));
  }
  return PLURAL_CATEGORIES.filter((category) => has.has(category));
}

/**
 * Candidates for sample numbers, the most natural numbers first. 0 and 1 come late, because texts
 * often have special forms for them ("no items", "an item"). Fractions and millions are needed for
 * some categories.
 */
const CANDIDATES: readonly number[] = [
  ...Array.from({ length: 199 }, (_, index) => index + 2),
  1,
  0,
  1_000,
  10_000,
  100_000,
  1_000_000,
  1.5,
  0.5,
  0.1,
  1.1,
  2.5,
  10.1,
];

const samplesByLocale = new Map<string, Partial<Record<PluralCategory, number>>>();

/**
 * Returns a sample number for each plural category of a language. With the sample number of its
 * category, a plural form is grammatically correct.
 */
export function pluralSamples(
  locale: string,
  type: PluralType = 'cardinal',
): Partial<Record<PluralCategory, number>> {
  const cacheKey = `${type} ${locale}`;
  let samples = samplesByLocale.get(cacheKey);
  if (!samples) {
    samples = {};
    const categories = pluralCategories(locale, type);
    const rules = rulesOf(locale, type);
    const isUnknown = categories.length === 1;
    for (const number of CANDIDATES) {
      if (type === 'ordinal' && !Number.isInteger(number)) continue;
      const category = isUnknown ? 'other' : (rules.select(number) as PluralCategory);
      samples[category] ??= number;
      if (Object.keys(samples).length === categories.length) break;
    }
    samplesByLocale.set(cacheKey, samples);
  }
  return samples;
}

/**
 * Returns the sample number for a form of a plural family. In i18next, the form `zero` means the
 * count 0 even if the language has no category `zero`.
 */
export const countSample = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
): number | undefined =>
  pluralSamples(locale, type)[category] ?? (category === 'zero' ? 0 : undefined);

const numbersByCategory = new Map<string, readonly number[]>();

export function numbersOf(
  locale: string,
  type: PluralType,
  category: PluralCategory,
): readonly number[] {
  const cacheKey = `${type} ${category} ${locale}`;
  let numbers = numbersByCategory.get(cacheKey);
  if (!numbers) {
    const rules = rulesOf(locale, type);
    const isUnknown = pluralCategories(locale, type).length === 1;
    numbers = CANDIDATES.filter(
      (number) => (isUnknown ? 'other' : rules.select(number)) === category,
    );
    numbersByCategory.set(cacheKey, numbers);
  }
  return numbers;
}

const byInteger = (a: number, b: number): number =>
  Number(!Number.isInteger(a)) - Number(!Number.isInteger(b)) || a - b;

export const exampleNumbers = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
  count = 3,
): readonly number[] => [...numbersOf(locale, type, category)].sort(byInteger).slice(0, count + 1);

/**
 * True if a text of the category must show the number, because the category contains several
 * numbers. "an item" is wrong for the French category `one`, which also contains 0.
 */
export function needsNumber(locale: string, type: PluralType, category: PluralCategory): boolean {
  return numbersOf(locale, type, category).length > 1;
}

/**
 * Returns the category of the source form from which the form of `category` is translated. The source forms `one` and
 * `zero` may omit the number ("an item"), so they are used only for the sample numbers 1 and 0.
 */
export function seedCategory(
  sourceForms: Readonly<Record<string, unknown>>,
  category: PluralCategory,
  sample: number | undefined,
): string {
  if (category === 'one' && sample !== 1) return 'other';
  if (category === 'zero' && sample !== 0) return 'other';
  return category in sourceForms ? category : 'other';
}
