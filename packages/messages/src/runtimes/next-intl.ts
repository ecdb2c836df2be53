import { findTagFaults } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

export const nextIntl: Runtime = {
  title: 'next-intl',
  versions: '4',
  format: 'icu',
  foundBy: { npm: ['next-intl', 'use-intl'] },
  finds:
    'a tag that is not closed, or with attributes, and a `<` before a letter: the app shows the key.',
  facts: {
    empty: 'an empty text',
    missing: 'the key',
    noValue: 'an error, and the key',
    forms: 'the category of `Intl.PluralRules`, then `other`',
  },
  findFaults: findTagFaults,
};
