export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];
export type PluralType = 'cardinal' | 'ordinal';

/** Numbers that forms are selected by. Formats such as PO and Android select by integers only. */
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
 * The categories that a language has in CLDR, in CLDR's order; a language that CLDR does not know
 * has `other` alone. For the domain `integer`, those that an integer up to 1,000 reaches: Russian then lacks
 * `other`, Czech lacks `many`, and so does French, where only millions have it.
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

/** Larger integers have no category of their own but `many` of millions, which formats of integers cannot say. */
const LAST_INTEGER = 1_000;

function readCategories(locale: string, type: PluralType, domain: PluralDomain): PluralCategory[] {
  // For a language without rules Intl falls back to the process's own locale.
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
 * Numbers that stand for a category, the most natural first. 0 and 1 come late: languages read them
 * specially ("no items", "an item"). Fractions and millions are all that some categories have.
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

/** One sample number for each category of a language, which makes the form grammatical in a sentence. */
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

/** A sample number for a form of a family. `zero` in a language without that category stands for 0, as in i18next. */
export const countSample = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
): number | undefined =>
  pluralSamples(locale, type)[category] ?? (category === 'zero' ? 0 : undefined);

const numbersByCategory = new Map<string, readonly number[]>();

/** The numbers that a category stands for, of those that tell the categories apart. */
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

/** The first numbers that a category stands for, integers before fractions; one more than `count` if there are more. */
export const exampleNumbers = (
  locale: string,
  type: PluralType,
  category: PluralCategory,
  count = 3,
): readonly number[] => [...numbersOf(locale, type, category)].sort(byInteger).slice(0, count + 1);

/** True if a text of the category must show its number: French `one` is for 0 and 1.5 too, where "an item" is wrong. */
export function needsNumber(locale: string, type: PluralType, category: PluralCategory): boolean {
  return numbersOf(locale, type, category).length > 1;
}

/**
 * Which of the source's forms a target category is translated from: the source's own form of the same
 * name if it means the same, else `other`. `one` and `zero` often leave the number out ("an item",
 * "no items"), so they serve only if the sample is that number: Latvian has `zero` for 10 too.
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
