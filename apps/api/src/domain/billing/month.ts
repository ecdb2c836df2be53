/** The month that an instant falls into, in UTC: `2026-03`. */
export const periodOf = (now: Date): string => now.toISOString().slice(0, 7);

/** When the month of an instant ends, in UTC. */
export const endOfPeriod = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
