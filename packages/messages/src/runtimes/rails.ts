import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Matches placeholders of Ruby's I18n: `%{name}` and `%<name>.2f` (interpolate/ruby.rb).
const TAKEN = /^%\{[\w|]+\}$|^%<\w+>/;
/** Matches a value that is formatted as a string. The output is the same without the conversion `s`. */
const AS_STRING = /%<(\w+)>s/g;

export const rails: Runtime = {
  title: 'Rails',
  versions: 'i18n 1.10',
  format: 'ruby',
  foundBy: { gem: ['rails', 'rails-i18n', 'i18n'] },
  finds: 'a placeholder with blanks inside, which the app shows as it is.',
  facts: {
    empty: 'an empty text',
    missing: '`translation missing: …`, or a `span` with it',
    noValue: 'an error if the program gives other values, else the placeholder',
    forms:
      '`zero` (if there is one), `one` and `other`, unless rails-i18n adds the rules of the language; an error without a form',
  },
  asFormat: (text) => text.replace(AS_STRING, '%{$1}'),
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
