/** Returns a part in percent, rounded down: 100 means that nothing is left. */
export const shareOf = (part: number, total: number): number =>
  total === 0 ? 0 : Math.floor((100 * part) / total);
