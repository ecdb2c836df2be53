import { pluralCategories } from '../plural/plural.ts';
import type { Runtime } from './runtime.ts';
import { splitAt } from './split-at.ts';

export const laravel: Runtime = {
  title: 'Laravel',
  versions: '12',
  format: 'auto',
  foundBy: { composer: ['laravel/framework'] },
  finds: 'too few forms. Each form of a plural is compared by itself.',
  forms: {
    split: (text) => splitAt(text, '|'),
    needed: (locale) => Math.min(2, pluralCategories(locale, 'cardinal', 'integer').length),
  },
};
