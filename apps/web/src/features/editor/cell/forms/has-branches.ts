const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,/;

/** True if a text may be an ICU message with plural or select options. Only the parser can tell with certainty. */
export const hasBranches = (text: string): boolean => BRANCHES.test(text);
