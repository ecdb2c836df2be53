/** Returns a part in percent. It is rounded down, so that 100 means that nothing is missing. */
export const shareOf = (part: number, total: number): number =>
  total === 0 ? 0 : Math.floor((100 * part) / total);
