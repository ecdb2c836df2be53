import { pluralCategories } from '../plural/plural.ts';
import type { Runtime } from './runtime.ts';
import { splitAt } from './split-at.ts';

export const laravel: Runtime = {
  title: 'Laravel',
  versions: '13',
  format: 'auto',
  foundBy: { composer: ['laravel/framework'] },
  finds: 'too few forms. Each form of a plural is compared by itself.',
  forms: {
    split: (text) => splitAt(text, '|'),
    // MessageSelector of Laravel 13: by the place of the form, unless the forms say their numbers.
    needed: (locale, text) =>
      /^\s*[{[]/.test(text) ? 1 : pluralCategories(locale, 'cardinal', 'integer').length,
  },
};
