/**
 * Matches characters that the comparison of tokens may examine: any character except letters of the Latin, Greek
 * and Cyrillic scripts, digits, spaces and the punctuation of sentences. Also matches a colon before a character
 * other than white space, and the beginning of an address such as `www.`.
 */
const SPECIAL =
  /[^A-Za-z0-9 ,.!?()\u2026\u00c0-\u024f\u0370-\u037d\u037f-\u0481\u048a-\u052f:-]|:\S|[wW]{3}\./;

/**
 * True for a text that consists only of words, as most texts do. Such a text has no placeholder,
 * tag, quotation mark or code of any syntax.
 */
export const isOrdinary = (text: string): boolean => !SPECIAL.test(text);
