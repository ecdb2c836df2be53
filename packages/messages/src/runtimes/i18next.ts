import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Matches an interpolation of i18next, which ends at a line break (Interpolator, regexp).
const TAKEN = /^\{\{.*\}\}$/;

export const i18next: Runtime = {
  title: 'i18next',
  versions: '26–27',
  format: 'i18next',
  foundBy: { npm: ['i18next'] },
  finds: 'a placeholder with a line break inside, which the app shows as it is.',
  foreign: /^(?!\{\{|\$t)/,
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
  facts: {
    empty:
      'in 27 the fallback language, or the key, and in 26 an empty text; `returnEmptyString` says it for both',
    missing: 'the fallback language, or the key',
    noValue: 'the placeholder',
    forms: 'the suffix of `Intl.PluralRules`, then the form `_other`, then the key',
  },
};
