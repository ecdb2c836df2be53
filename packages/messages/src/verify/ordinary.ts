/**
 * Matches what a comparison of tokens may look at: any character except letters of the Latin, Greek and Cyrillic scripts,
 * digits, blanks and the punctuation of sentences, a colon before a name, and an address.
 */
const SPECIAL =
  /[^A-Za-z0-9 ,.!?()\u2026\u00c0-\u024f\u0370-\u037d\u037f-\u0481\u048a-\u052f:-]|:\S|[wW]{3}\./;

/** True for a text of words only, as most texts are: it has no placeholder, tag, quote or code of any syntax. */
export const isOrdinary = (text: string): boolean => !SPECIAL.test(text);
