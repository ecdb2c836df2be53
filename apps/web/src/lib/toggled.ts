/** Adds a value to those that are chosen or takes it away. The result is in the order of all. */
export const toggled = <Value>(
  all: readonly Value[],
  chosen: readonly Value[],
  one: Value,
): Value[] => all.filter((value) => chosen.includes(value) !== (value === one));
