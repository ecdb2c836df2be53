/** Returns a number with its noun, such as `1 text` or `2 texts`. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
