/** Returns the month in UTC, such as `2026-03`. */
export const periodOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Returns the end of the month in UTC. */
export const endOfPeriod = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
