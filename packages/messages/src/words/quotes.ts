// Matches words in straight quotation marks. Excludes feet and inches, as in 5'10".
const STRAIGHT = /(?:^|[\s([{>\ufffc])"[^"\n]{1,200}"(?![\p{L}\p{N}])/u;
// Matches a quotation mark of any language. An apostrophe counts only at the start of a word.
const ANY = /["“”„‟«»‹›「」『』〝〞〟《》〈〉＂‘‚‛`]|(?:^|[\s([{>\ufffc])['’]/u;

/** True if a translation has lost the straight quotation marks of its source text. */
export const losesQuotes = (source: string, target: string): boolean =>
  source.includes('"') && STRAIGHT.test(source) && !ANY.test(target);
