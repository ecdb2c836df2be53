import { describe, expect, it } from 'vitest';
import { pluralCategories, pluralSamples, seedCategory } from './plural.ts';

/** Two-letter ISO 639 codes for which Intl has plural rules. */
const LOCALES = Array.from({ length: 26 * 26 }, (_, n) =>
  String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26)),
).filter((tag) => Intl.PluralRules.supportedLocalesOf(tag).length > 0);

describe('pluralCategories', () => {
  it('returns the categories of CLDR for languages with one to six categories', () => {
    expect(pluralCategories('ja')).toEqual(['other']);
    expect(pluralCategories('en')).toEqual(['one', 'other']);
    expect(pluralCategories('es')).toEqual(['one', 'many', 'other']);
    expect(pluralCategories('pl')).toEqual(['one', 'few', 'many', 'other']);
    expect(pluralCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
    expect(pluralCategories('en', 'ordinal')).toEqual(['one', 'two', 'few', 'other']);
  });

  it('returns only `other` for a language that CLDR does not know', () => {
    expect(pluralCategories('qaa')).toEqual(['other']);
    expect(pluralSamples('qaa')).toEqual({ other: 2 });
  });
});

describe('pluralSamples', () => {
  it('returns a distinct number for each category of every language', () => {
    expect(LOCALES.length).toBeGreaterThan(100);
    for (const locale of LOCALES) {
      for (const type of ['cardinal', 'ordinal'] as const) {
        const samples = pluralSamples(locale, type);
        const rules = new Intl.PluralRules(locale, { type });
        expect(Object.keys(samples).sort()).toEqual([...pluralCategories(locale, type)].sort());
        for (const [category, sample] of Object.entries(samples)) {
          expect(rules.select(sample!), `${locale} ${type} ${sample}`).toBe(category);
        }
      }
    }
  });

  it('returns 1 for the English singular, and avoids 0 and 1 for other forms if another number fits', () => {
    expect(pluralSamples('en')).toEqual({ one: 1, other: 2 });
    expect(pluralSamples('ru').one).toBe(21);
  });
});

describe('seedCategory', () => {
  const english = { one: '', other: '' };

  it('returns the source’s `zero` form only for the number 0', () => {
    expect(seedCategory({ zero: '', ...english }, 'zero', 0)).toBe('zero');
    expect(seedCategory({ zero: '', ...english }, 'zero', pluralSamples('lv').zero)).toBe('other');
  });

  it('returns the source’s singular form only for the number 1', () => {
    expect(seedCategory(english, 'one', 1)).toBe('one');
    expect(seedCategory(english, 'one', 21)).toBe('other');
  });

  it('falls back to `other` for a category that the source lacks', () => {
    expect(seedCategory(english, 'many', 5)).toBe('other');
  });
});
