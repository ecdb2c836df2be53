export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];
export type PluralType = 'cardinal' | 'ordinal';

/** The numbers by which forms are selected. Formats such as PO and Android select by integers only. */
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
 * Returns the CLDR categories of a language, in CLDR's order. A language that CLDR lacks has only `other`. For the
 * domain `integer`, the categories of integers up to 1,000: Russian then lacks `other`, and Czech and French lack
 * `many`.
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

/** Larger integers add only `many` for millions, which the formats with integers cannot express. */
const LAST_INTEGER = 1_000;

function readCategories(locale: string, type: PluralType, domain: PluralDomain): PluralCategory[] {
  // For a language without rules, Intl would use the process's default locale.
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
 * Sample numbers, the most natural first. 0 and 1 come late, because languages often treat them specially ("no items",
 * "an item"). Some categories contain only fractions or millions.
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

/** Returns one sample number for each category of a language, with which the form is grammatical in a sentence. */
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
 * Returns a sample number for a form of a family. `zero` in a language without that category stands for 0, as in
 * i18next.
 */
export const countSample = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
): number | undefined =>
  pluralSamples(locale, type)[category] ?? (category === 'zero' ? 0 : undefined);

const numbersByCategory = new Map<string, readonly number[]>();

/** Returns those sample numbers that belong to a category. */
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

/**
 * Returns the first numbers of a category, integers before fractions. There is one more than `count` if the category
 * has more.
 */
export const exampleNumbers = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
  count = 3,
): readonly number[] => [...numbersOf(locale, type, category)].sort(byInteger).slice(0, count + 1);

/**
 * True if a text of the category must show its number. French `one` also stands for 0 and 1.5, for which "an item" is
 * wrong.
 */
export function needsNumber(locale: string, type: PluralType, category: PluralCategory): boolean {
  return numbersOf(locale, type, category).length > 1;
}

/**
 * Returns the source form from which a target category is translated: the form of the same name if it means the same,
 * else `other`. `one` and `zero` often omit the number ("an item", "no items"), so they are used only if the sample is
 * that number: Latvian also uses `zero` for 10.
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
