/**
 * Joins names that people have chosen. Quotation marks show where a name with a comma or a space
 * ends. `count` is the number of all names, if `names` has only the first ones.
 */
export const quoteNames = (names: readonly string[], count = names.length): string =>
  [
    ...names.map((name) => `"${name}"`),
    ...(count > names.length ? [`${count - names.length} more`] : []),
  ].join(', ');
