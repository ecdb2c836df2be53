/**
 * Returns a function for `validateSearch` that removes unknown search parameters. The router merges the result with the
 * given parameters, so parameters that must not appear have to be set to undefined.
 */
export const restrictSearch =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });
