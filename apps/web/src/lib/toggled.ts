/** Adds a value to the selected ones or removes it. The result has the order of all values. */
export const toggled = <Value>(
  all: readonly Value[],
  chosen: readonly Value[],
  one: Value,
): Value[] => all.filter((value) => chosen.includes(value) !== (value === one));
