import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// I18n of Ruby takes `%{name}` and `%<name>.2f` (interpolate/ruby.rb).
const TAKEN = /^%\{[\w|]+\}$|^%<\w+>/;

export const rails: Runtime = {
  title: 'Rails',
  versions: 'i18n 1.10',
  format: 'ruby',
  foundBy: { gem: ['rails', 'rails-i18n', 'i18n'] },
  finds: 'a placeholder with blanks inside, which the app shows as it is.',
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
