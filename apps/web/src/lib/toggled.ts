/** Adds a value to the chosen values. If it is already chosen, removes it. The result is in the order of `all`. */
export const toggled = <Value>(
  all: readonly Value[],
  chosen: readonly Value[],
  one: Value,
): Value[] => all.filter((value) => chosen.includes(value) !== (value === one));
