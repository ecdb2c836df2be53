import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Matches a placeholder of ngx-translate, which may have one white space character at each end
// (DefaultParser, templateMatcher).
const TAKEN = /^\{\{\s?[^{}\s]*\s?\}\}$/;

export const ngxTranslate: Runtime = {
  title: 'ngx-translate',
  versions: '18',
  format: 'auto',
  foundBy: { npm: ['@ngx-translate/core'] },
  finds: 'a placeholder with more than one blank at a side, which the app shows as it is.',
  facts: {
    empty: 'an empty text',
    missing: 'the fallback language, or the key',
    noValue: 'the placeholder',
    forms: 'a text has one form',
  },
  foreign: /^(?!\{\{)/,
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
