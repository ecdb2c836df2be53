export const periodOf = (now: Date): string => now.toISOString().slice(0, 7);

export const endOfPeriod = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
