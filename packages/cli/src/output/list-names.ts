/** Joins names for a message. If there are more than `max` names, returns the first names and an ellipsis. */
export const listNames = (names: readonly string[], max = 10): string =>
  names.slice(0, max).join(', ') + (names.length > max ? ', …' : '');

/** Joins parts of a sentence: "a", "a and b", "a, b and c". */
export const joinParts = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(parts);
