import type { Runtime } from './runtime.ts';

export const chromeExtension: Runtime = {
  title: 'Chrome extensions',
  versions: '156',
  format: 'chrome',
  foundBy: { files: ['manifest.json'] },
  finds:
    'a single `$`, which the app does not show, and a placeholder that the source text has not, with which the extension does not load.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of `default_locale`, or an empty text',
    noValue: 'an empty text; without a declaration of the placeholder, the extension does not load',
    forms: 'none',
  },
};
