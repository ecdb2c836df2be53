import type { Runtime } from './runtime.ts';

export const svelteI18n: Runtime = {
  title: 'svelte-i18n',
  versions: '4',
  format: 'icu',
  foundBy: { npm: ['svelte-i18n'] },
  facts: {
    empty: 'the fallback language, or the key',
    missing: 'the fallback language, or the key',
    noValue: 'an error, and the text as it is stored',
    forms: 'the category of `Intl.PluralRules`, then `other`',
  },
};
