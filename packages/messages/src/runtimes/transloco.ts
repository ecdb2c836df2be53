import type { Runtime } from './runtime.ts';

export const transloco: Runtime = {
  title: 'Transloco',
  versions: '8',
  format: 'auto',
  foundBy: { npm: ['@jsverse/transloco', '@ngneat/transloco'] },
  finds: 'what the checks of the message format find. A single brace is text.',
  facts: {
    empty: 'the key; an empty text with `allowEmpty: true`',
    missing: 'the key; the fallback language with `useFallbackTranslation: true`',
    noValue: 'the text that has the name of the value as its key, or an empty text',
    forms: 'a text has one form',
  },
  foreign: /^(?!\{\{)/,
};
