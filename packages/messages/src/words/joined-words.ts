import { languageOf } from './punctuation.ts';

const UNSPACED_LANGUAGES = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my', 'bo', 'yue']);
// Languages that attach endings to a name ("{name}lla", "{name}님이") or words in front of it
// ("ל{name}").
const SUFFIXING_LANGUAGES = new Set([
  'fi',
  'et',
  'hu',
  'tr',
  'az',
  'kk',
  'ky',
  'uz',
  'tk',
  'tt',
  'ug',
  'mn',
  'ko',
  'eu',
  'ka',
  'hy',
  'ta',
  'te',
  'kn',
  'ml',
  'si',
]);
const PREFIXING_LANGUAGES = new Set(['he', 'iw', 'ar', 'yi']);
const SUFFIX = /^\p{L}[\p{L}\p{M}]{0,5}(?![\p{L}\p{M}])/u;
const PREFIX = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,3}$/u;
const LONGEST_AFFIX = 8;

export const isUnspacedLanguage = (locale: string): boolean =>
  UNSPACED_LANGUAGES.has(languageOf(locale));

/** True if the language may write `text` directly before a placeholder or tag, without a space. */
export const joinsBefore = (text: string, locale: string): boolean =>
  isUnspacedLanguage(locale) ||
  (PREFIXING_LANGUAGES.has(languageOf(locale)) && PREFIX.test(text.slice(-LONGEST_AFFIX)));

/** True if the language may write `text` directly after a placeholder or tag, without a space. */
export const joinsAfter = (text: string, locale: string): boolean =>
  isUnspacedLanguage(locale) ||
  (SUFFIXING_LANGUAGES.has(languageOf(locale)) && SUFFIX.test(text.slice(0, LONGEST_AFFIX)));
