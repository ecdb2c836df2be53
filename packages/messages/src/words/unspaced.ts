/** Scripts that put no spaces between words, for the inside of a character class. */
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** A character of a script that puts no spaces between words. */
export const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
