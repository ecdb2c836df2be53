const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,/;

/** True for a text that may be an ICU message with branches. Only the parser decides. */
export const hasBranches = (text: string): boolean => BRANCHES.test(text);
