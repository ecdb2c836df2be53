/**
 * Returns a `validateSearch` after which a page sees what it reads from its address and nothing else: the router lays
 * the result over the raw search, where a value that was refused would still be.
 */
export const restrictSearch =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });
