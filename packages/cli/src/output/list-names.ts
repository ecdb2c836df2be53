/** Joins names for a message. Of more than `max` names, the first ones and an ellipsis. */
export const listNames = (names: readonly string[], max = 10): string =>
  names.slice(0, max).join(', ') + (names.length > max ? ', …' : '');
