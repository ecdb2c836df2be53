import { findTagFaults } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

export const formatjs: Runtime = {
  title: 'FormatJS',
  versions: 'intl-messageformat 12',
  format: 'icu',
  foundBy: { npm: ['react-intl', '@formatjs/intl', 'intl-messageformat'] },
  finds:
    'a tag that is not closed, or with attributes, and a `<` before a letter: `formatjs compile` stops, and the app shows the default message.',
  facts: {
    empty: 'the default message',
    missing: 'the default message, or the key',
    noValue: 'an error, and the default message',
    forms: 'the category of `Intl.PluralRules`, then `other`',
  },
  findFaults: findTagFaults,
};
