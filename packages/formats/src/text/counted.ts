/**
 * Returns a count with its noun, and optionally its verb, in English: `counted(1, 'key is', 'keys are')` is `1 key is`.
 */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
