const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the time of the next summary after `now`.
 *
 * @param digestAt - Time of the day in UTC, such as `09:30`
 */
export function nextDigest(digestAt: string, now: Date): Date {
  const [hours, minutes] = digestAt.split(':').map(Number);
  const today = new Date(now).setUTCHours(hours!, minutes!, 0, 0);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}
