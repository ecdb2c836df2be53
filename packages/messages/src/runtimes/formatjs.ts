import { findTagFaults } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

export const formatjs: Runtime = {
  title: 'FormatJS',
  versions: 'intl-messageformat 12',
  format: 'icu',
  foundBy: { npm: ['react-intl', '@formatjs/intl', 'intl-messageformat'] },
  facts: {
    empty: 'the default message',
    missing: 'the default message, or the key',
    noValue: 'an error, and the default message',
    forms: 'the category of `Intl.PluralRules`, then `other`',
  },
  findFaults: findTagFaults,
};
