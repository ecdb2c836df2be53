import { ANY_KEY } from '../mf2/any-key.ts';
import { needsNumber, pluralCategories, pluralSamples, seedCategory } from '../plural/plural.ts';
import type { DimensionInfo, FormChoice } from '../syntax/icu-forms.ts';

const rulesCache = new Map<string, Intl.PluralRules>();

export function categoryOf(locale: string, kind: 'cardinal' | 'ordinal', value: number): string {
  const cacheKey = `${kind} ${locale}`;
  let rules = rulesCache.get(cacheKey);
  if (!rules) {
    rules = new Intl.PluralRules(locale, { type: kind });
    rulesCache.set(cacheKey, rules);
  }
  return rules.select(value);
}

/**
 * Returns the options of the translation: the exact numbers of the source message, and every category of the target
 * language. For a select, returns the options of the source message.
 */
export function targetChoices(info: DimensionInfo, targetLocale: string): FormChoice[] {
  const { dimension, forms, silent } = info;
  const { kind } = dimension;
  if (kind === 'select') return [...forms].map((key) => ({ key, seed: key, sample: null }));
  const exact = [...forms].filter((key) => key.startsWith('='));
  const branches = Object.fromEntries(
    [...forms].filter((key) => !key.startsWith('=')).map((key) => [key, true]),
  );
  const samples = pluralSamples(targetLocale, kind);
  const categories = pluralCategories(targetLocale, kind).map((key) => {
    const sample = samples[key] ?? null;
    const seed = seedCategory(branches, key, sample ?? undefined);
    const isVague = silent.has(seed) && needsNumber(targetLocale, kind, key);
    return { key, seed: isVague ? 'other' : seed, sample };
  });
  return [
    ...exact.map((key) => ({ key, seed: key, sample: Number(key.slice(1)) - dimension.offset })),
    ...categories,
    ...(forms.has(ANY_KEY) ? [{ key: ANY_KEY, seed: ANY_KEY, sample: null }] : []),
  ];
}
