import { pluralCategories } from '../plural/plural.ts';
import type { Runtime } from './runtime.ts';
import { splitAt } from './split-at.ts';

/**
 * Numbers of forms for languages in which Laravel 13 uses fewer forms than CLDR has (MessageSelector::getPluralIndex).
 */
const FEWER: Readonly<Record<string, number>> = {
  az: 1,
  gd: 1,
  ka: 1,
  kn: 1,
  tr: 1,
  xh: 1,
  he: 2,
  ga: 3,
  cy: 4,
  mt: 4,
};

const countOf = (locale: string): number =>
  FEWER[locale.split('-')[0]!] ?? pluralCategories(locale, 'cardinal', 'integer').length;

/** Matches the beginning of a form with explicit numbers, as in `{0} none|[1,*] some`. */
const CONDITIONS = /^\s*[{[]/;

export const laravel: Runtime = {
  title: 'Laravel',
  versions: '13',
  format: 'auto',
  foundBy: { composer: ['laravel/framework'] },
  finds: 'too few forms. Each form of a plural is compared by itself.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the fallback language, or the key',
    noValue: 'the placeholder',
    forms:
      'the condition that has the number, then the place of the form for the number; the first form if there are too few',
  },
  forms: {
    split: (text) => splitAt(text, '|'),
    needed: (locale, text) => (CONDITIONS.test(text) ? 1 : countOf(locale)),
  },
};
