import type { Runtime } from './runtime.ts';

export const i18next: Runtime = {
  title: 'i18next',
  versions: '26–27',
  format: 'i18next',
  foundBy: { npm: ['i18next'] },
  foreign: /^(?!\{\{|\$t)/,
  facts: {
    empty: 'the fallback language, or the key; the text itself with `returnEmptyString: true`',
    missing: 'the fallback language, or the key',
    noValue: 'the placeholder',
    forms: 'the suffix of `Intl.PluralRules`, then the form `_other`, then the key',
  },
};
