import type { Runtime } from './runtime.ts';

export const messageformat: Runtime = {
  title: 'messageformat (MessageFormat 2)',
  versions: '4',
  format: 'mf2',
  // Versions before 4 of the package are a library for ICU messages.
  foundBy: {},
  facts: {
    empty: 'an empty text',
    missing: 'what the program shows: the library formats one text',
    noValue: 'the placeholder',
    forms: 'an exact number, then the category of `Intl.PluralRules`, then `*`',
  },
};
