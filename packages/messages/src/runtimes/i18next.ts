import type { KeyReference, Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Matches an interpolation of i18next, which ends at a line break (Interpolator, regexp).
const TAKEN = /^\{\{.*\}\}$/;

/**
 * Matches a nested key, `$t(key)` or `$t(key, { … })` (Interpolator, nest). A name with a quote or a
 * brace is not matched, because it contains a value.
 */
const NESTED = /\$t\(([^(){},"']{1,2048})(?:\)|,([^()]{0,2048}))/g;
/** Matches options with which a key of this name need not exist. */
const OWN_LOOK_UP =
  /\b(?:defaultValue\w*|ns|lngs?|fallbackLng|keyPrefix|keySeparator|nsSeparator)["']?\s*:/;

const referencesIn = (text: string): KeyReference[] =>
  [...text.matchAll(NESTED)].flatMap(([, written, options = '']) => {
    const name = written!.trim();
    return name === '' ? [] : [{ name, isOptional: OWN_LOOK_UP.test(options) }];
  });

export const i18next: Runtime = {
  title: 'i18next',
  versions: '26–27',
  format: 'i18next',
  foundBy: { npm: ['i18next'] },
  finds: 'a placeholder with a line break inside, which the app shows as it is.',
  referencesIn,
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
