import type { Runtime } from './runtime.ts';

export const angular: Runtime = {
  title: 'Angular',
  versions: '@angular/localize 22',
  format: 'auto',
  foundBy: { npm: ['@angular/localize'] },
  finds:
    'a placeholder in another spelling than in the source: the app shows the source text. A single brace is text.',
  facts: {
    empty: 'an empty text',
    missing: 'the source text, and a warning',
    noValue: 'an empty text',
    forms: 'the number itself, then the category of the language, then `other`',
  },
  // Angular's placeholders have upper-case names, which begin with `$` outside a plural.
  foreign: /^(?!\{\$?[A-Z])/,
};
