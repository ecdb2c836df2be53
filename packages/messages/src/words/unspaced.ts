/**
 * Scripts without spaces between words, as the content of a character class. The last two
 * characters are the long vowel marks of Japanese, which belong to no script.
 */
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc\\uff70';

/**
 * Scripts in which words or particles directly follow a name or an address, as the content of a
 * character class. Korean has spaces between words, but not before its particles.
 */
export const ATTACHING_SCRIPTS = `${UNSPACED_SCRIPTS}\\p{Script=Hangul}`;

/** Matches a character of a script without spaces between words. */
export const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
