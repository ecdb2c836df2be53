const LONG_LENGTH = 10;

/**
 * Returns the name that is most similar to `given`. Null if no name is similar enough: names may
 * differ in one letter, and names of ten letters or more in two. Names shorter than `minLength` are
 * similar by chance: HOST is not a misspelling of PORT.
 */
export function closestName(
  given: string,
  names: readonly string[],
  { minLength }: { minLength: number },
): string | null {
  if (given.length < minLength) return null;
  const limit = given.length < LONG_LENGTH ? 1 : 2;
  const near = names
    .filter((name) => Math.abs(name.length - given.length) <= limit)
    .map((name) => ({ name, slips: countSlips(given, name) }))
    .filter(({ slips }) => slips <= limit)
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.name ?? null;
}

/** Returns the optimal string alignment distance of two names. */
function countSlips(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let slips = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) slips = Math.min(slips, beforeLast[column - 2]! + 1);
      current.push(slips);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}
