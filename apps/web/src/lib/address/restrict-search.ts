/**
 * Returns a `validateSearch` that removes all other parameters. Otherwise the router would merge the result with the
 * raw search, including rejected values.
 */
export const restrictSearch =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });
