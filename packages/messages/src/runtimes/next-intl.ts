import { findTagFaults } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

export const nextIntl: Runtime = {
  title: 'next-intl',
  versions: '4',
  format: 'icu',
  foundBy: { npm: ['next-intl', 'use-intl'] },
  facts: {
    empty: 'an empty text',
    missing: 'the key',
    noValue: 'an error, and the key',
    forms: 'the category of `Intl.PluralRules`, then `other`',
  },
  findFaults: findTagFaults,
};
